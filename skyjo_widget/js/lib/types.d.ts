/**
 * Types of the traits and messages between kernel and browser, and of what modules share.
 * They are ambient: modules use them without an import, so the linker only ever
 * meets real modules.
 */
declare namespace Sjw {
  /** A line of the score pad: a player's, or a team's. */
  interface PadLine {
    initial: string;
    kind: string;
    name: string;
    seats: number[];
    team: number | null;
    /** A text for each column that the pad has. */
    cells: string[];
    starter: boolean;
    dealer: boolean;
    ender: boolean;
  }

  /** The drawn state: the view, with the traits that change seldom. */
  interface View extends TableView, Sheet, Terms {
    table: "grids" | "piles";
    seats: Seat[];
    /** Of a table of grids. */
    rows?: number;
    last_turn?: boolean;
    ender?: number | null;
    moves?: Record<string, Record<string, string>>;
  }
  interface GridView extends GridTableView, Sheet, Terms {}
  interface PileView extends PileTableView, Sheet, Terms {}

  /** The projector's content. */
  interface Screen extends ScreenPart {
    tables: ScreenTable[];
  }

  type Params = Record<string, unknown>;
  /** The cards of a number, with how many are left. */
  interface CardGroup {
    number: string;
    left: number;
    cards: { card: Card; left: number }[];
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

  /** A card that was chosen and waits for its place. */
  interface Chosen {
    /** Its name among the moves: "stock", "hand:7", "d3", "partner-d2". */
    card: string;
    spot: string;
    decision: number;
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

  /** Clicks that weren't played. */
  interface Dropped {
    count: number;
    /** Another's turn, another meaning, a card not seen yet, or the one before was refused. */
    why: "turn" | "changed" | "unseen" | "first";
    /** The player on turn by then. */
    player: string;
  }

  interface Snapshot {
    view: View;
    rows: Rows;
    pace: number;
    lang: string;
    /** The board covers the page, for a classroom wall. */
    projector: boolean;
    /** It sounds here. */
    sound: boolean;
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
    /** The targets of clicks that wait for an answer, the first one sent; none while it is quick. */
    waits: string[];
    /** The newest ones that waited in vain. */
    dropped: Dropped | null;
    /** True if an undo was refused in this state. */
    undoRefused: boolean;
    chosen: Chosen | null;
    /** The card of paper that is asked for, if any. */
    asked: Asking | null;
    /** The kernel's newest answer about a line that is typed. */
    understood: UnderstoodMessage | null;
    /** Null where there is none. */
    coach: Coach | null;
    /** The bar of chances; null where the coach may not speak. */
    chances: Chances | null;
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

  /** The presence at a seat. */
  type Presence = "here" | "away" | "bot" | "free" | "host";

  /** The state of one view of the host's panel alone. */
  interface HostUi {
    /** The seat whose menu is open. */
    open: string;
    /** The invitation covers the page. */
    large: boolean;
    /** Serving is about to be stopped. */
    sure: boolean;
    /** The outcome of copying; the link if it is to be copied by hand. */
    said: { text: string; link: string };
  }

  /** The actions of the host's panel. */
  interface HostHand {
    send(message: OfHost): void;
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

  type LinkEnd = "removed" | "elsewhere" | "stopped" | "crowded";
  type LinkStatus = "idle" | "connecting" | "online" | "offline" | "ended";
  /** A page's connection to a table. */
  interface Link {
    /** Call a function with each message of a type, or `status`; gives what ends that. */
    // biome-ignore lint/suspicious/noExplicitAny: a message may be any JSON value
    on(type: string, callback: (message: any) => void): () => void;
    /** False: there is no connection now, and nothing was sent. */
    send(message: OfGuest | OfBoard): boolean;
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

  /** The sound of an end of a round, the last turn's beginning, one's own turn, a cleared column, a placed card. */
  type Sound = "end" | "last" | "turn" | "clear" | "place";
  interface Speaker {
    /** Be ready: called in a touch or a key, without which a browser lets no page sound. */
    touched(): void;
    sound(name: Sound): void;
  }

  /** The parts of a board that a phone needn't load. */
  interface ReplayParts {
    Bar: unknown;
    Notes: unknown;
    Chances: unknown;
    useRows(
      snap: Snapshot,
      control: Controller,
    ): {
      box: { current: HTMLElement | null } | null;
      present: number | null;
      handlers: { onClick?: (event: MouseEvent) => void };
    };
  }

  interface ReplaySnapshot {
    line: Timeline;
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
    breakOff(): void;
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
    /** Compute the course of a replayed game; null where nobody can. */
    judge: (() => void) | null;
    toggleProjector(): void;
    /** Turn the sounds on, or off. */
    toggleSound(): void;
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
      understood(): UnderstoodMessage | null;
      /** Ask what a line would do. */
      tryLine(line: string): void;
      /** The kernel's answer. */
      take(answer: UnderstoodMessage): void;
      write(line: string): void;
      /** Take the last line back. */
      unwrite(): void;
    };
    /** Of a replay. */
    stepping: Stepping;
    drawn(): void;
    dispose(): void;
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

  /** Points now: lower is better. The chance to win, 0 to 1: higher is better. */
  type Measure = "points" | "win";
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
    /** From 0, the worst choice, to 1, the best; null where all are alike, or it isn't known. */
    share: number | null;
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
    /** The number of others that are as good as the best. */
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
    /** "row": piles right of the viewer's grid; "stack": above it. */
    table: "row" | "stack";
    /** "pair": the hand below the two piles; "line": between them. */
    piles: "pair" | "line";
    /** The line above the viewer's cards. */
    header: "one line" | "two lines" | "signs";
    opponents: "beside" | "below" | "above";
    opponentColumns: number;
    /** Width of the names of the rows. */
    names: number;
    /** Lines that are kept for what cards do. */
    lines: number;
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
    /** guest: on a screen of one's own, which it may fill; framed: in a part of another page. */
    layout(width: number, height: number, view: View, guest: boolean, framed?: boolean): Layout;
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
