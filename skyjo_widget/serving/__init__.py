"""Tables that people join on devices of their own: a server beside the kernel.

It needs the extra ``serve``.  ``docs/serving.md`` is for hosts, ``docs/internals/security.md`` says
what a guest can see and do.
"""
