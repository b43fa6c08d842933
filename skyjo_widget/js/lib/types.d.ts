/**
 * Types of the traits and messages between kernel and browser, and of what modules share.
 * They are ambient: modules use them without an import, so the linker only ever
 * meets real modules.
 */
declare namespace Sjw {
  /**
   * A card as the viewer may see it: a number in words, with what it can do if it can
   * ("5:reverse"), or "wild"; "?" face down, "." an empty place.
   */
  type Card = string;

  /** An effect of a card: its words by language, and its parts that aren't empty. */
  interface Effect {
    words: Record<string, string>;
    reverse?: boolean;
    next_twice?: number;
    next_skips?: number;
    next_takes_discard?: boolean;
    extra_actions?: number;
    peek?: number;
    lands?: string;
    /** Hidden cards that are turned up. */
    reveal?: number;
    pass_on?: "lowest" | "highest";
    protect?: boolean;
    /** Points that the card counts besides its number, and where it must lie for that. */
    score?: number;
    score_at?: string;
  }

  interface Seat {
    seat: number;
    name: string;
    kind: "person" | "bot";
    total: number;
    starter: boolean;
    ender: boolean;
  }

  interface GridSeat extends Seat {
    grid: Card[];
    /** In a replay: the card that lies face down there, "" where none does or nobody knows it. */
    under?: Card[];
    hidden: number;
    visible_sum: number;
  }

  interface PileSeat extends Seat {
    stock: { count: number; top: Card | null };
    /** Each with its top card last. */
    discards: Card[][];
    /** Number of cards. */
    hand: number;
    /** In a replay: the cards. */
    cards?: Card[];
    dealer: boolean;
    partner: number | null;
  }

  /** A decision and its outcome. A place of its own seat is "b3", of another's "2:b3". */
  interface Outcome {
    player: string;
    action: string;
    kind: string;
    position: string | null;
    card_in: Card | null;
    card_out: Card | null;
    cleared: string[];
    /** The effect that it began or continued. */
    effect?: string | null;
    /** True if that could do nothing. */
    no_effect?: boolean;
    /** Places whose cards changed places, each with the next one's; one may be "discard pile". */
    swapped?: string[] | null;
    /** The pile that the card came from: "stock", "d3", "2:stock"; null: the hand. */
    source_pile?: string | null;
    /** The number that it stands for on its building pile. */
    played_as?: number | null;
    /** True if that pile is complete now. */
    completed?: boolean;
  }

  interface Last extends Outcome {
    seat: number;
    cleared_card: Card | null;
  }

  /** The player on turn, and the next. */
  interface OrderOfPlay {
    /** 1: to the left, rising seats; -1: to the right. */
    direction: 1 | -1;
    on_turn: number;
    /** Turns in a row, the present one too. */
    turns_left: number;
    /** Actions after the present one in this turn. */
    actions_left: number;
    must_take: boolean;
    next: { seat: number; turns: number; takes_discard: boolean } | null;
    /** In the last lap: whose last turn is still due. */
    due: number[] | null;
    /** Seats whose grids no effect of others touches; absent if there are none. */
    protected?: number[];
  }

  /** A round of the score pad; its figures by seat. */
  interface PadRound {
    round: number;
    dealer?: number;
    starter: number;
    ender: number | null;
    raw?: number[];
    penalty?: number[];
    cards_left?: number[];
    score: number[];
    total: number[];
    columns_cleared?: number[];
  }

  /** A line of the score pad: a player's, or a team's. */
  interface PadLine {
    name: string;
    seats: number[];
    team: number | null;
    /** A text for each column that the pad has. */
    cells: string[];
    starter: boolean;
    dealer: boolean;
    ender: boolean;
  }

  interface Fault {
    seat: number;
    player: string;
    text: string;
    traceback: string;
    observation: string;
    /** The owner of the view in `observation`. */
    whose: "bot" | "everybody";
  }

  /** The reason why the record is no longer written, or won't last. */
  interface Trouble extends Params {
    key: string;
    text: string;
    path: string;
  }

  type Params = Record<string, unknown>;
  /** A sentence of the locale, or a part of one, with what fills its holes. */
  interface Phrase extends Params {
    key: string;
  }
  interface BoardError extends Params {
    key: string;
    text: string;
  }

  /** The view of any game. */
  interface View {
    version: number;
    state: number;
    /** Number of messages that were answered. */
    answer?: number;
    game: string;
    /** How the table is drawn. */
    table: "grids" | "piles";
    preset: string;
    practice: boolean;
    record: string | null;
    phase: string;
    round: number;
    turn: number;
    decision: number;
    seat: number | null;
    viewer: number | null;
    waiting: "person" | "bot" | "next round" | "cards" | "fault" | "replay" | null;
    /** In a replay: the moment on show. */
    at?: number;
    /** With paper cards: what must be asked. */
    paper: Paper | null;
    prompt: Phrase;
    seats: Seat[];
    /** Of a table of grids. */
    rows?: number;
    draw: { count: number };
    targets: Record<string, string>;
    /** Of each card that may be chosen: where it may go, and the action that this is. */
    moves?: Record<string, Record<string, string>>;
    last: Last | null;
    /** Decisions that the newest change took back: the first, and their number. */
    taken_back: { first: Last; count: number } | null;
    last_turn?: boolean;
    ender?: number | null;
    /** The score pad: target in points or rounds, and the teams. */
    pad: { target?: number; of?: number | null; teams?: number[][] | null; rounds: PadRound[] };
    winners: number[] | null;
    rules: [string, unknown][];
    /** Effects of the deck's cards, by name. */
    effects?: Record<string, Effect>;
    /** How to play a game from outside the package, in sentences, by language. */
    how?: Record<string, string[]>;
    /** The name of the deck's version. */
    deck_name?: string;
    /** True if a referee can give a penalty now. */
    penalty?: boolean;
    /** The penalty that is the newest change. */
    penalized?: { seat: number; cards: number } | null;
    error: BoardError | null;
    fault: Fault | null;
    /** "yes" if a person's last decision can be taken back, else the reason. */
    undo: "yes" | "seen" | "nothing";
    trouble: Trouble | null;
    /** The path where the game was just saved. */
    saved: string | null;
  }

  /** A hidden place whose card is asked for, and the index of its list in `left`. */
  interface Asked {
    where: string;
    left: number;
    /** True if the card may stay unknown for now. */
    open?: boolean;
  }

  interface Paper {
    /** By action. */
    ask: Record<string, Asked[]>;
    /** Cards that a deal or the end of a round shows. */
    due: Asked[];
    /** Cards, each with how many are left. */
    left: [Card, number][][];
  }

  /** The cards of a number, with how many are left. */
  interface CardGroup {
    number: string;
    left: number;
    cards: { card: Card; left: number }[];
  }

  /** What a line in shorthand would do, as the kernel says. */
  interface Understood {
    line: string;
    state: number;
    text: string;
    /** Why it would be refused; empty if it wouldn't. */
    error: string;
    /** What may come next. */
    next: string[];
  }

  /** The card that is asked for now. */
  interface Asking {
    where: string;
    open: boolean;
    /** By number. */
    groups: CardGroup[];
    /** Among the cards that an action shows: the number of this one, and of all. */
    step: number;
    steps: number;
    /** Number of cards still to be named before the game continues. */
    more: number;
    /** The action that shows it; null: a deal, or the end of a round. */
    action: string | null;
  }

  /** A table of grids: the Skyjo family. */
  interface GridView extends View {
    columns: number;
    rows: number;
    seats: GridSeat[];
    discard: { count: number; top: Card | null; below: Card | null };
    held: { seat: number; card: Card; source: "draw" | "discard" | "kept" } | null;
    order_of_play?: OrderOfPlay | null;
    /** The effect that is being carried out, and the first card picked for it. */
    resolving?: { effect: string; first: string | null } | null;
    /**
     * The next cards of the draw pile that the viewer knows, each with the number of those among
     * which it lies: 1, 2, 3 in this order; 1, 3, 3 the first, then two in either order.
     */
    known?: [Card, number][] | null;
    /** The cards that the viewer puts in order, as they lie. */
    peeked?: Card[] | null;
  }

  /** A place in the middle: its top card, the number that this shows or stands for, and the next. */
  interface Building {
    count: number;
    top: Card | null;
    next: number;
  }

  /** A table of piles: Skip-Bo. */
  interface PileView extends View {
    seats: PileSeat[];
    building: Building[];
    /** The number that completes a building pile. */
    highest: number;
    completed: { count: number };
    /** The viewer's; null while it is covered, or nobody looks. */
    hand: Card[] | null;
    covered: boolean;
    moves: Record<string, Record<string, string>>;
    /** The cards that the seats cut for the deal, in the first turn of a game. */
    cut: (Card | null)[] | null;
  }

  /** A card that was chosen and waits for its place. */
  interface Chosen {
    /** Its name among the moves: "stock", "hand:7", "d3", "partner-d2". */
    card: string;
    spot: string;
    decision: number;
  }

  interface Rows {
    columns: string[];
    rows: unknown[][];
    /** Numbers of the decisions among them that were taken back. */
    undone?: number[];
  }

  type Tree = { [key: string]: string | Tree };
  type Locales = Record<string, Tree>;

  /** Looks a string up and fills its holes; `maybe` gives null where there is none. */
  interface Translate {
    (key: string, params?: Params): string;
    maybe(key: string, params?: Params): string | null;
    lang: string;
  }

  /** The model of anywidget (the part of it that every host has). */
  interface Model {
    // biome-ignore lint/suspicious/noExplicitAny: a trait may hold any JSON value
    get(name: string): any;
    set(name: string, value: unknown): void;
    save_changes(): void;
    send(content: unknown): void;
    // biome-ignore lint/suspicious/noExplicitAny: a message may be any JSON value
    on(event: string, callback: (message?: any) => void): void;
    // biome-ignore lint/suspicious/noExplicitAny: as above
    off(event: string, callback: (message?: any) => void): void;
  }

  /** A turn of the log: its rows, and whether it was taken back. */
  interface Turn {
    player: string;
    round: number;
    turn: number;
    undone: boolean;
    decisions: number[];
    rows: unknown[][];
  }

  interface Snapshot {
    view: View;
    rows: Rows;
    pace: number;
    lang: string;
    /** The board covers the page, for a classroom wall. */
    projector: boolean;
    /** Nothing that is chosen can be done: the kernel, the connection or the game isn't here. */
    shut: boolean;
    /** A game that is over can be replayed below the board. */
    study: boolean;
    /** People play on their own devices; this board is their host's. */
    hosted: boolean;
    /** A replay that was opened so: it has a way back to the board. */
    back: boolean;
    /** The kernel that held this game is gone. */
    dead: boolean;
    /** Late: an answer has been due for some seconds; lost: it may never come. */
    silence: "late" | "lost" | null;
    /** An answer to the state shown is under way: nothing more is sent for it. */
    busy: boolean;
    /** True if an undo was refused in this state. */
    undoRefused: boolean;
    chosen: Chosen | null;
    /** The card of paper that is asked for, if any. */
    asked: Asking | null;
    /** The kernel's newest answer about a line that is typed. */
    understood: Understood | null;
    /** Null where there is none. */
    coach: Coach | null;
    /** The measure on the cards, if the game has both. */
    measure: Measure;
    /** The coach was asked and hasn't answered yet. */
    asking: boolean;
    /** Null where none can be written. */
    notes: Notes | null;
    /** The people whom the board is for. */
    people: "" | "class" | "playtest";
    /** Null in a notebook. */
    guest: Guest | null;
    lobby: Lobby | null;
    /** The panels that can be opened under the board, and those that are open. */
    asides: string[];
    opened: string[];
    /** Those that are open, by name, as the kernel describes them. */
    panels: Record<string, Aside>;
    /** The earlier game of these players that is offered. */
    earlier: Begun | null;
    /** Files of panels, to be saved. */
    files: Record<string, File>;
    /** The note that is being written, while its panel is open. */
    draft: Draft | null;
    /** True if a new note was begun and isn't saved. */
    begun: boolean;
    /** The note that was just saved. */
    noted: Noted | null;
    /** Null of a game that is played. */
    replay: ReplaySnapshot | null;
  }

  /** An earlier game that isn't over. */
  interface Begun {
    path: string;
    at: string;
    decisions: number;
    /** Another program has it open. */
    held: boolean;
  }

  /** Somebody who plays or watches on a screen of their own. */
  interface Guest {
    /** What the host has given: undo, coach, pace, next_round … */
    may: string[];
    /** The name of this seat in this game. */
    board?: string;
  }

  interface LobbySeat {
    seat: number;
    name: string;
    kind: "person" | "bot";
    /** A screen is connected; of the host and of bots always. */
    here: boolean;
    me: boolean;
    host: boolean;
    /** Has asked for the next round. */
    ready: boolean;
  }

  interface Lobby {
    started: boolean;
    table: number;
    tables: number;
    /** One's own. */
    name: string;
    /** Null without one: waiting for one, or watching. */
    seat: number | null;
    /** The name of the board that belongs to it; null: there is none. */
    board: string | null;
    /** How the seat, or the table, was lost: a key of `guest.seat_lost`; "" if it wasn't. */
    lost: string;
    /** A seat is free for who has none. */
    free: boolean;
    ready: boolean;
    seats: LobbySeat[];
    locked: boolean;
    /** The host's choice; "" leaves it to the browser. */
    language: string;
  }

  /** A seat of a served table. */
  interface ServedSeat {
    seat: number;
    name: string;
    kind: "person" | "bot";
    /** A device is connected; of the host and of bots always. */
    here: boolean;
    /** Who sits there, for the host alone. */
    guest?: string | null;
    host?: boolean;
    turn?: boolean;
    /** Has asked for the next round. */
    ready?: boolean;
  }

  /** How somebody is there. */
  type Presence = "here" | "away" | "bot" | "free" | "host";

  interface HostTable {
    table: number;
    seats: ServedSeat[];
    waiting: string | null;
    round: number;
    over: boolean;
  }

  /** The people at the tables, for the host; made by `Serving.people`. */
  interface HostState {
    started: boolean;
    locked: boolean;
    /** Names are hidden. */
    hidden: boolean;
    running: boolean;
    tables: HostTable[];
    /** People without a seat. */
    lobby: { guest: string; name: string }[];
    /** Of people whose seat another device has. */
    requests: { request: string; name: string; table: number; seat: number }[];
    /** What guests may do besides playing. */
    may: string[];
    watchers: number;
    /** An address that has many connections without a seat. */
    crowd: { address: string; count: number } | null;
  }

  /** How to join. */
  interface Invitation {
    link: string;
    /** A label and an address each. */
    links: [string, string][];
    chosen: number;
    pin: string;
    /** Rows of modules, "1" dark. */
    qr: string[];
    watch: string;
    screen: string;
  }

  /** What one view of the host's panel knows alone. */
  interface HostUi {
    /** The seat whose menu is open. */
    open: string;
    /** The invitation covers the page. */
    large: boolean;
    /** Serving is about to be stopped. */
    sure: boolean;
    /** What came of copying; the link if it is to be copied by hand. */
    said: { text: string; link: string };
  }

  /** What presses on the host's panel do. */
  interface HostHand {
    send(message: object): void;
    /** Change the view; the focus then goes to the element of that name. */
    set(part: Partial<HostUi>, focus?: string): void;
    copy(link: string): void;
  }

  /** A place to which somebody can move: the key of a seat, and words. */
  interface HostPlace {
    value: string;
    text: string;
    free: boolean;
  }

  interface ScreenTable {
    table: number;
    seats: ServedSeat[];
    // biome-ignore lint/suspicious/noExplicitAny: a trait may hold any JSON value
    traits: Record<string, any>;
  }

  interface Ranked {
    name: string;
    table?: number | null;
    games: number;
    wins: number;
    total: number;
  }

  /** What the projector shows. */
  interface Screen {
    started: boolean;
    pin: string;
    link: string;
    qr: string[];
    /** "" for the browser's. */
    language: string;
    /** The number of tables. */
    count: number;
    tables: ScreenTable[];
    standings: Ranked[];
    /** Names of people without a seat. */
    lobby: string[];
  }

  type LinkEnd = "removed" | "elsewhere" | "stopped" | "crowded";
  type LinkStatus = "idle" | "connecting" | "online" | "offline" | "ended";
  type Greeting =
    | { type: "join"; pin: string; name: string; lang: string }
    | { type: "hello" | "watch"; token: string; lang: string };

  /** A page's connection to a table. */
  interface Link {
    /** Call a function with each message of a type, or `status`; gives what ends that. */
    // biome-ignore lint/suspicious/noExplicitAny: a message may be any JSON value
    on(type: string, callback: (message: any) => void): () => void;
    /** False: there is no connection now, and nothing was sent. */
    send(message: object): boolean;
    status(): LinkStatus;
    /** Greet, on a new connection unless one waits for another try. */
    begin(first: Greeting): void;
    /** Come back now, or find out if anybody is there. */
    wake(): void;
    /** Count the connection as cut. */
    lose(): void;
    /** Give the seat up. */
    leave(): void;
    close(): void;
  }

  interface File {
    name: string;
    /** The address of its content in this page. */
    url: string;
    /** The number of the state whose record it is. */
    state?: number;
  }

  /** A panel under the board. */
  interface Aside {
    entries: Entry[];
    /** What it says before them. */
    about?: string;
    /** What it asks. */
    question?: Asked | null;
    /** The first one is the main one. */
    buttons: string[];
    /** What it says of its newest button. */
    answer: string;
    /** How often the entries that are used once were emptied. */
    emptied: number;
    /** True while a button's work is under way. */
    busy: boolean;
    /** Of a what-if: how often each action is tried, and what came of it. */
    rounds?: number;
    outcome?: Outlook | null;
  }

  /** A question of a panel. */
  interface Asked {
    text: string;
    /** The moment of the game that it refers to, in words; empty if it refers to none. */
    moment: string;
    /** The table that it is about. */
    image?: { source: string; text: string; width: number; height: number };
    caption?: string;
  }

  /** What is to be entered; board/panels/common.py describes it. */
  interface Entry {
    name: string;
    kind: "choice" | "options" | "scale" | "line" | "short" | "text" | "number" | "code";
    value: string;
    /** Values with their texts; null: the text of the locale, under `words`. */
    options?: [string, string | null][];
    words?: string;
    hint?: string;
    most?: number;
    once?: boolean;
    /** Shown only if, in one of these ways, the other entries have one of some values. */
    when?: Record<string, string[]>[];
    /** The word for the button that takes the newest value again. */
    newest?: string;
  }

  /** What came of each action, in the same worlds. */
  interface Outlook {
    decision: number;
    worlds: number;
    bot: string;
    low: number;
    high: number;
    /** On the best action and the next; "" if there is only one. */
    sentence: string;
    rows: {
      action: string;
      score: number | null;
      score_error: number | null;
      win: number | null;
      win_error: number | null;
      /** The difference from the best action's chance, with its interval; "" for that one. */
      apart: string;
      /** Heights, 0 to 100. */
      bars: number[];
    }[];
  }

  /** A running mean; made by `RunningMean` in classroom/running_mean.py. */
  interface MeanChart {
    lang: string;
    title: string;
    /** "" for none. */
    unit: string;
    /** What is counted, in words. */
    each: string;
    axis: "log" | "linear";
    /** Round the exact mean; round a given one, as wide as the values spread; round the mean so far. */
    band: "exact" | "reference" | "own";
    /** The exact or given one. */
    mean: number | null;
    /** How many were drawn. */
    n: number[];
    /** The means at these n; the present run last. */
    runs: number[][];
    /** The band. */
    low: number[];
    high: number[];
    /** Of the vertical axis. */
    range: [number, number];
    /** Decimals. */
    digits: number;
    /** Whether new draws can be had. */
    renews: boolean;
    tally: TallyRow[];
    // biome-ignore lint/suspicious/noExplicitAny: texts of the locale
    words: Record<string, any>;
  }

  /** A sample size at which runs are counted. */
  interface TallyRow {
    n: number;
    /** Its place in the list of sizes. */
    at: number;
    /** "2σ/√n" or "1/√n". */
    band: string;
    half_width: number;
    /** Of the runs, expected inside. */
    share: number;
    /** 1 for each run inside, the present one last. */
    inside: number[];
    /** How far each run's mean lies away, in standard errors. */
    errors: number[];
  }

  /** A note on a moment. */
  interface LineNote {
    kind: NoteKind | "note" | "ruling";
    at: number;
    decision: number | null;
    text: string;
    by: string | null;
    whom?: string | null;
    question?: string;
    tags?: string[];
    rating?: number | null;
  }

  /** The moments of a game, by their number. */
  interface Line {
    /** The newest decision that holds. */
    decision: (number | null)[];
    /** The event that changed the table. */
    cause: string[];
    /** The seat that made that decision, if the moment shows one being made. */
    seat: (number | null)[];
    round: number[];
    turn: number[];
    /** The moments that show a decision which was taken back later. */
    undone: number[];
    notes: LineNote[];
  }

  interface ReplaySnapshot {
    line: Line;
    /** The moment that is wanted: that on show, or one that is on its way. */
    at: number;
    playing: boolean;
  }

  type Step = "back" | "on" | "turn back" | "turn on" | "first" | "last";

  interface Stepping {
    snapshot(): { at: number; playing: boolean };
    /** Go to a moment. */
    seek(to: number): void;
    step(way: Step): void;
    /** Start playing, or stop. */
    play(): void;
    /** Handle a view: the answer has come. */
    receive(): void;
    /** Arm the clock for the view on show, while playing. */
    drawn(): void;
    /** Give up what was asked for: nobody answers any more. */
    lost(): void;
    dispose(): void;
  }

  interface Controller {
    snapshot(): Snapshot;
    /** Open a panel under the board, or close it. */
    toggle(name: string): void;
    /** Press a button of a panel, with what was entered. */
    press(panel: string, button: string, values: Record<string, string>): void;
    /** Choose the people whom the board is for. */
    setPeople(people: string): void;
    /** Ask for what came while the page was away or offline. */
    woken(): void;
    /** Go on with the earlier game that is offered, or keep this one. */
    chooseEarlier(goOn: boolean): void;
    /** Do what a click on a target means, or choose the card that lies there. */
    act(target: string): void;
    /** Choose a card, whatever was chosen before. */
    lift(spot: string): void;
    /** Let the chosen card go. */
    letGo(): void;
    ready(): void;
    penalize(seat: number): void;
    next(): void;
    undo(): void;
    save(): void;
    nextRound(): void;
    retry(): void;
    replace(seat: number): void;
    setPace(milliseconds: number): void;
    /** Deal a new game: with the same cards, or others. */
    again(same: boolean): void;
    /** Show the replay of a game that is over. */
    study(): void;
    /** Leave a replay that was opened from a board. */
    back(): void;
    toggleProjector(): void;
    /** Ask the coach about the decision that is due. */
    askCoach(): void;
    setCoach(mode: CoachMode): void;
    /** Show a measure on the cards; without a name, the other one. */
    showMeasure(name?: Measure): void;
    noting: Noting;
    /** Of a game with paper cards. */
    paper: {
      snapshot(): Asking | null;
      /** Ask for the cards of an action; false: there is nothing to ask. */
      ask(action: string): boolean;
      name(card: Card): void;
      back(): void;
      leaveOpen(): void;
      cancel(): void;
      understood(): Understood | null;
      /** Ask what a line would do. */
      tryLine(line: string): void;
      /** The kernel's answer. */
      take(answer: Understood): void;
      write(line: string): void;
      /** Take the last line back. */
      unwrite(): void;
    };
    /** Of a replay. */
    stepping: Stepping;
    shown(): void;
    dispose(): void;
  }

  type NoteKind = "observed" | "opinion" | "idea";

  /** A note that holds, as the kernel sends it. */
  interface Note {
    note: number;
    decision: number | null;
    /** The decision in words, as far as everybody may know it. */
    about: string;
    /** True if that was taken back. */
    undone: boolean;
    kind: NoteKind | null;
    tags: string[];
    rating: number | null;
    text: string;
    by: string | null;
    /** The player it is about. */
    whom: string | null;
    edited: boolean;
    /** True if `text` is only its beginning. */
    cut: boolean;
  }

  /** A ruling where the rules were silent. */
  interface Ruling {
    ruling: number;
    decision: number | null;
    about: string;
    undone: boolean;
    question: string;
    text: string;
    by: string | null;
  }

  interface Notes {
    /** Of the game. */
    game_id: string;
    /** The newest ones, the newest first. */
    rulings: Ruling[];
    /** The newest ones, the newest first. */
    notes: Note[];
    /** Number of all that hold. */
    count: number;
    /** Tags on offer: those that are known, then own ones of this game. */
    tags: string[];
    /** The whole of the one that was asked for last. */
    whole: {
      note: number;
      text: string;
      tags: string[];
      by: string | null;
      whom: string | null;
    } | null;
    /** The answer to the last message that saved one. */
    saved: { id: string; note: number } | null;
  }

  /** A note that is being written. */
  interface Draft {
    /** The number of the note that it takes the place of. */
    edits: number | null;
    /** The decision's number, as typed. */
    decision: string;
    kind: NoteKind | null;
    tags: string[];
    /** Own tags, as typed. */
    own: string;
    rating: number | null;
    text: string;
    by: string | null;
    whom: string | null;
    /** The reason why it can't be saved as it is. */
    fault: "empty" | "decision" | "text" | "tags" | "tag" | "refused" | null;
    /** Rises whenever the panel is opened for it. */
    opened: number;
    /** Its message is under way. */
    sending: boolean;
  }

  /** The change of a note, and its decision. */
  interface Noted {
    what: "saved" | "changed" | "withdrawn";
    decision: number | null;
  }

  interface Noting {
    /** Open the panel; by default for the newest decision, or the draft's own. */
    open(decision?: number): void;
    /** Open it with an older note. */
    edit(note: number): void;
    /** Ask for the whole of a note. */
    read(note: number): void;
    change(part: Partial<Draft>): void;
    save(): void;
    /** Take back the note that is edited. */
    withdraw(): void;
    /** Close the panel and keep the draft. */
    close(): void;
  }

  /** The coach gives advice on request, or after a move; locked: never in this game. */
  type CoachMode = "off" | "request" | "after" | "locked";
  /** Points now: lower is better. The chance to win, 0 to 1: higher is better. */
  type Measure = "points" | "win";
  /** Numbers of cards, each with how many there are. */
  type Counts = [number, number][];

  /** The loss of an action against the best one. */
  interface Loss {
    cost: { points: number | null; win: number | null; error: number | null };
    /** True if its chance to win isn't clearly below the best one. */
    good: boolean;
  }

  /** The worth of an action. */
  interface Judged extends Loss {
    points: number | null;
    formula: string | null;
    win: number | null;
    error: number | null;
  }

  interface CoachOdds {
    memory: string;
    unseen: number;
    /** Odds of a face-down card, and of the draw pile's next one. */
    hidden: Counts | null;
    draw: Counts | null;
    /** One's own raw score, if the round ended now. */
    mean: number | null;
    /** Numbers that clear an own column, with the count of unseen ones. */
    completing: Counts;
    /** Of a table of piles: the numbers that are due, and the chance that a drawn card fits. */
    needed: number[] | null;
    helping: number | null;
  }

  /** The coach's verdict on a person's newest decision. */
  interface Verdict extends Loss {
    decision: number;
    player: string;
    action: string;
    best: { points: string | null; win: string | null };
  }

  /** The coach; `odds`, `actions`, `best` and `thinking` of the state on show. */
  interface Coach {
    mode: CoachMode;
    odds: CoachOdds | null;
    actions: Record<string, Judged> | null;
    best: { points: string | null; win: string | null } | null;
    /** True while chances to win are being computed. */
    thinking: boolean;
    verdict: Verdict | null;
  }

  /** The worth of a choice by the measure on show. */
  interface Worth {
    action: string;
    judged: Judged;
    measure: Measure;
    /** Text on the card; its error; text for screen readers. */
    text: string;
    error: string;
    words: string;
    best: boolean;
    /** True while it isn't known. */
    waiting: boolean;
  }

  /**
   * An action among the others, by a measure: the only one; all are as good; the best; as good as
   * the best; worse.
   */
  interface Standing {
    kind: "only" | "even" | "best" | "near" | "worse";
    /** Of the best: to the next that isn't as good; of a worse one: to the best. */
    gap: number;
    error: number | null;
    /** How many others are as good as the best. */
    others: number;
  }

  /** Actions whose worth has the same text. */
  interface Rank {
    actions: string[];
    worth: Worth;
    value: number;
  }

  /** The coach's advice for the state on show. */
  interface Coaching {
    measure: Measure;
    measures: Measure[];
    odds: CoachOdds | null;
    /** The number that stands for wild cards in counts, if the game has such cards. */
    wild: number | null;
    /** The worth of a click there; null where nothing can be chosen. */
    at(spot: string): Worth | null;
    /** The worth of an action, by either measure. */
    of(action: string, measure: Measure): Worth | null;
    /** The best action by a measure. */
    best(measure: Measure): Worth | null;
    compare(action: string, measure: Measure): Standing | null;
    /** All actions, the best first. */
    ranks(measure: Measure): Rank[];
    thinking: boolean;
  }

  interface Size {
    w: number;
    h: number;
  }

  /** The frame: where the side panel stands, and how wide it is. */
  interface Layout {
    panel: "beside" | "below";
    panelWidth: number;
  }

  interface GridLayout extends Layout {
    /** "row": piles left of the viewer's grid; "stack": above it. */
    table: "row" | "stack";
    /** The line above the viewer's cards. */
    header: "one line" | "two lines";
    opponents: "beside" | "below" | "above";
    opponentColumns: number;
    /** Width of the names of the rows. */
    names: number;
    card: Size;
    /** Space between two of the viewer's cards. */
    gap: number;
    pile: Size;
    /** Width of the place for a pile and its name. */
    slot: number;
    mini: Size;
    /** An opponent's card that may be clicked. */
    reach: Size;
  }

  interface PileLayout extends Layout {
    opponents: "beside" | "below" | "above";
    opponentColumns: number;
    partner: "beside" | "below";
    card: Size;
    draw: Size;
    gap: number;
    /** A partner's card: it may be chosen. */
    reach: Size;
    mini: Size;
    /** Height of the covered cards of a discard pile: the viewer's, a partner's, another's. */
    fan: number;
    partnerFan: number;
    miniFan: number;
  }

  /** Values of a layout for the game's style sheet. */
  interface Style {
    data: Record<string, string>;
    pixels: Record<string, number>;
    numbers: Record<string, number>;
  }

  /**
   * One thing that moves between two views, from spot to spot ("draw", "discard", "held", "b2",
   * "SEAT:POSITION"), for a moment over a third one.
   */
  type Change =
    | { kind: "fly"; from: string; to: string; card: "origin" | "arrival"; via?: string }
    | { kind: "flip"; spot: string }
    | { kind: "leave"; spot: string; to: string | null };

  /** The parts of the board that differ from game to game. */
  interface Game {
    Table(props: TableProps<View, Layout>): object;
    /** guest: on a screen of one's own, which it may fill. */
    layout(width: number, height: number, view: View, guest: boolean): Layout;
    style(layout: Layout, view: View): Style;
    changes(before: View | null, after: View): Change[];
    /** The number that stands for wild cards in counts, if the game has such cards. */
    wild: number | null;
  }

  /** Parts of a game's table besides grids and piles. */
  interface TableParts {
    /** Over everything. */
    above?: unknown;
    /** Under the viewer's grid. */
    below?: unknown;
    /** Beside the draw pile. */
    onDraw?: unknown;
    /** The spot of a card that was picked and waits for another. */
    picked?: string | null;
    /** Beside a player's name. */
    tags?: (seat: number) => unknown;
  }

  interface TableProps<V, L> {
    view: V;
    layout: L;
    t: Translate;
    control: Controller;
    chosen: Chosen | null;
    /** The same as the controller's. */
    act: (target: string) => void;
  }

  type GridTableProps = TableProps<GridView, GridLayout>;
  type PileTableProps = TableProps<PileView, PileLayout>;
}
