/**
 * The messages between Python and its pages. Made from front/protocol/ by
 * `python -m scripts.message_types`.
 */
declare namespace Sjw {
  /** Nothing: a trait before its first value, or of a game without it. */
  interface Empty {
  }

  /** The traits that everybody may see. */
  interface PublicTraits {
    view?: AnyTableView | Empty;
    terms?: Terms | Empty;
    sheet?: Sheet | Empty;
    rows?: Rows | Empty;
    older?: OlderRows;
  }

  /** An earlier game of the same players that isn't over. */
  interface Begun {
    path: string;
    at: string;
    decisions: number;
    /** Another program has it open. */
    held: boolean;
  }

  /** Somebody who plays or watches on a screen of their own. */
  interface Guest {
    /** The rights given by the host: undo, coach, pace, next_round. */
    may: string[];
    /** The name of this seat in this game. */
    board?: string;
  }

  /** The traits of a guest's board. */
  interface GuestTraits extends PublicTraits {
    notes?: Notes | Empty;
    coach?: Coach | Empty;
    /** The panels that can be opened under the board. */
    asides?: string[];
    opened?: string[];
    /** Those that are open, by name. */
    panels?: Record<string, Aside>;
    /** Milliseconds between two decisions of bots; 0: at once; -1: one at each press. */
    pace?: number;
    guest?: Guest | null;
    lang?: string;
    spoken?: string;
    projector?: boolean;
  }

  /** The traits of a board in a notebook. */
  interface BoardTraits extends GuestTraits {
    /** The people whom the board is for: "class", "playtest", or "" for both. */
    for_?: string;
    /** A game that is over can be replayed below the board. */
    study?: boolean;
    /** The bar of chances; empty where the coach may not speak. */
    chances?: Chances | Empty;
    /** The earlier game that is offered. */
    earlier?: Begun | Empty;
    /** People play on their own devices; this board is their host's. */
    hosted?: boolean;
    /** The state that a page shows, where it must report that; -1 elsewhere. */
    on_page?: number;
  }

  /** A person's decision. */
  interface Act {
    type: "act";
    action: string;
    /** With paper cards: which ones it shows. */
    cards?: Record<string, string>;
    state: number;
  }

  /** With paper cards: which card lies there. */
  interface NameCard {
    type: "name";
    where: string;
    card: string;
    state: number;
  }

  /** With paper cards: a turn in shorthand, to be done, or to be understood. */
  interface PaperLine {
    type: "write" | "try";
    line: string;
    state: number;
  }

  /** A request that needs no more than the state that was seen. */
  interface Simple {
    type: "step" | "next_round" | "retry" | "undo" | "unwrite" | "study" | "save" | "ready" | "coach" | "break off";
    state: number;
  }

  /** Deal a new game; `same`: with this game's seed. */
  interface Again {
    type: "again";
    same: boolean;
    state: number;
  }

  /** Continue the earlier game that is offered, or keep this one. */
  interface ChooseEarlier {
    type: "earlier";
    go_on: boolean;
    state: number;
  }

  /** A referee's penalty for a seat; a random bot for one whose bot has failed. */
  interface OfSeat {
    type: "penalty" | "replace";
    seat: number;
    state: number;
  }

  /** Choose when the coach speaks. */
  interface SetCoachMode {
    type: "coach mode";
    mode: CoachMode;
    state: number;
  }

  /** Choose whom the board is for. */
  interface SetPeople {
    type: "for";
    for_: string;
    state: number;
  }

  type OfBoard = Act | NameCard | PaperLine | Simple | Again | ChooseEarlier | OfSeat | SetCoachMode | SetPeople | NoteMessage | AskWholeNote | PressPanel;

  /** A message that gets no answer. */
  interface Whisper {
    type: "nudge" | "rest" | "missed";
  }

  /** The page lacks the code of this version. */
  interface AskCode {
    type: "code";
    hash: string;
  }

  /** Ask for what is newer than what the page shows. */
  interface AskPresent {
    type: "present";
    id: number;
    state?: number | null;
    answer?: number | null;
  }

  /** Messages of any widget's page. */
  type OfPage = Whisper | AskCode | AskPresent;

  /** The code of this version: an ES module, gzip, base64. */
  interface CodeMessage {
    type: "code";
    hash: string;
    code: string;
  }

  /** The present traits; null if they are on show. */
  interface PresentMessage {
    type: "present";
    id: number;
    state: Record<string, any> | null;
  }

  /** The effect of a line in shorthand. */
  interface UnderstoodMessage {
    type: "understood";
    line: string;
    state: number;
    text: string;
    /** The reason why it would be refused; empty if it wouldn't. */
    error: string;
    /** Possible continuations. */
    next: string[];
  }

  /** Take the focus, if it isn't elsewhere on the page. */
  interface FocusMessage {
    type: "focus";
  }

  /** Messages of any widget to its page. */
  type ToPage = CodeMessage | PresentMessage;

  type ToBoard = UnderstoodMessage | FocusMessage | FileMessage;

  /** A game that can be resumed: since when, and how far it is. */
  interface BegunGame {
    players: string;
    at: string;
    round: number;
  }

  /** The newest message: who plays, or what was wrong. */
  interface LessonSays {
    key: string;
    params: Record<string, any>;
    wrong: boolean;
  }

  /** The head of a lesson. */
  interface LessonHead {
    /** "" for the browser's. */
    lang: string;
    title: string;
    text: string;
    stage: "ask" | "busy" | "on";
    /** The names in the fields at first, one for each pupil; none are asked for if it is empty. */
    names: string[];
    /** Characters of a name. */
    most: number;
    games: BegunGame[];
    said: LessonSays | null;
  }

  /** The traits of a lesson's head. */
  interface LessonTraits {
    head: LessonHead;
  }

  /** Begin, with the names of the pupils. */
  interface Begin {
    type: "begin";
    names: string[];
  }

  /** Resume a game, by its number. */
  interface GoOn {
    type: "go on";
    game: number;
  }

  type OfLesson = Begin | GoOn;

  /** The traits of the button below a question. */
  interface SubmitTraits {
    label: string;
    disabled: boolean;
    lang: string;
  }

  /** The answer that the page shows. */
  interface Submit {
    type: "submit";
    answer: any;
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
    /** The distance of each run's mean, in standard errors. */
    errors: number[];
  }

  /** A running mean. */
  interface MeanChart {
    lang: string;
    title: string;
    /** "" for none. */
    unit: string;
    /** The thing counted, in words. */
    each: string;
    axis: "log" | "linear";
    /** Round the exact mean; round a given one, as wide as the values spread; round the mean so far. */
    band: "exact" | "reference" | "own";
    /** The exact or given one. */
    mean: number | null;
    /** Numbers of draws. */
    n: number[];
    /** The means at these n; the present run last. */
    runs: number[][];
    /** The band's lower edge. */
    low: number[];
    /** The band's upper edge. */
    high: number[];
    /** Of the vertical axis. */
    range: [number, number];
    /** Decimals. */
    digits: number;
    /** True if new draws can be had. */
    renews: boolean;
    tally: TallyRow[];
    words: Record<string, any>;
  }

  /** The traits of a running mean. */
  interface MeanTraits {
    chart: MeanChart;
  }

  /** Draw another run, or as many as are shown. */
  interface Draw {
    type: "new run" | "fill";
  }

  /** A round that is replayed on the class's page, from a decision. */
  interface ClassReplay extends ReplayPageData {
    decision: number;
  }

  /** The data of a page with a running mean. */
  interface MeanPageData {
    module: string;
    chart: MeanChart;
  }

  /** The data of a class's page; the rest of it is HTML. */
  interface ClassPageData {
    module: string;
    /** The board's. */
    style: string;
    /** True if the page is made again as files arrive. */
    live: boolean;
    replays: ClassReplay[];
    words: Record<string, string>;
  }

  /** The coach gives advice on request, or after a move; locked: never in this game. */
  type CoachMode = "off" | "request" | "after" | "locked";

  /** Numbers of cards, each with how many there are. */
  type Counts = [number, number][];

  /** The loss of an action against the best one, by either measure. */
  interface Cost {
    points: number | null;
    win: number | null;
    error: number | null;
  }

  /** The loss of an action against the best one. */
  interface Loss {
    cost: Cost;
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

  /** The odds of the seat to act. */
  interface CoachOdds {
    memory: string;
    unseen: number;
    /** Odds of a face-down card. */
    hidden: Counts | null;
    /** Odds of the draw pile's next card. */
    draw: Counts | null;
    /** One's own raw score, if the round ended now. */
    mean: number | null;
    /** Numbers that clear an own column, with the count of unseen ones. */
    completing: Counts;
    /** Of a table of piles: the numbers that are due. */
    needed: number[] | null;
    /** Of a table of piles: the chance that a drawn card fits. */
    helping: number | null;
  }

  /** The best action by each measure. */
  interface Best {
    points: string | null;
    win: string | null;
  }

  /** The coach's verdict on a person's newest decision. */
  interface Verdict extends Loss {
    decision: number;
    player: string;
    action: string;
    best: Best;
  }

  /** The coach; `odds`, `actions`, `best` and `thinking` belong to `state`. */
  interface Coach {
    mode: CoachMode;
    state?: number;
    odds: CoachOdds | null;
    actions: Record<string, Judged> | null;
    best: Best | null;
    /** True while chances to win are being computed. */
    thinking: boolean;
    verdict: Verdict | null;
  }

  /** The bar of chances. */
  interface Chances {
    /** The reason why there are none: not wanted, the coach is off, a question asks for them, nobody is to decide, or no model knows the rules. */
    why: "" | "closed" | "off" | "asked" | "between" | "unknown";
    /** Each seat's chance to win the game; null until they are known. */
    chances: number[] | null;
  }

  type NoteKind = "observed" | "opinion" | "idea";

  /** The decision that a note is about. */
  interface About {
    decision: number | null;
    /** The decision in words, as far as everybody may know it. */
    about: string;
    /** True if that was taken back. */
    undone: boolean;
  }

  /** A note that holds. */
  interface Note extends About {
    note: number;
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
  interface Ruling extends About {
    ruling: number;
    question: string;
    text: string;
    by: string | null;
  }

  /** The note that was asked for last. */
  interface WholeNote {
    note: number;
    text: string;
    tags: string[];
    by: string | null;
    whom: string | null;
  }

  /** The answer to the last message that saved one. */
  interface SavedNote {
    id: string | null;
    note: number;
  }

  /** The newest notes and rulings of a game. */
  interface Notes {
    game_id: string;
    /** The newest ones, the newest first. */
    rulings: Ruling[];
    /** The newest ones, the newest first. */
    notes: Note[];
    /** Number of all that hold. */
    count: number;
    /** Tags on offer: those that are known, then own ones of this game. */
    tags: string[];
    saved: SavedNote | null;
    whole: WholeNote | null;
  }

  /** Save a note. */
  interface NoteMessage {
    type: "note";
    id?: string;
    text: string;
    kind: NoteKind | null;
    tags: string[];
    rating: number | null;
    decision: number | null;
    by: string | null;
    whom: string | null;
    /** The number of the note that it replaces. */
    edits: number | null;
    state?: number;
  }

  /** Send the whole of a note. */
  interface AskWholeNote {
    type: "whole note";
    note: number;
    state?: number;
  }

  /** The table that a question is about. */
  interface Picture {
    /** A ``data:`` address. */
    source: string;
    text: string;
    width: number;
    height: number;
  }

  /** A question of a panel. */
  interface Question {
    text: string;
    /** The moment of the game that it refers to, in words; empty if it refers to none. */
    moment: string;
    image?: Picture;
    caption?: string;
  }

  /** A field of a panel. */
  interface Entry {
    name: string;
    kind: "choice" | "options" | "scale" | "line" | "short" | "text" | "number" | "code";
    value: string;
    /** Values with their texts; null: the text of the locale, under `words`. */
    options?: ([string, string | null])[];
    words?: string;
    hint?: string;
    most?: number;
    once?: boolean;
    /** Shown only if, in one of these ways, the other entries have one of some values. */
    when?: Record<string, string[]>[];
    /** The word for the button that takes the newest value again. */
    newest?: string;
  }

  /** The outcome of an action. */
  interface OutlookRow {
    action: string;
    score: number | null;
    score_error: number | null;
    win: number | null;
    win_error: number | null;
    /** The difference from the best action's chance, with its interval; "" for that one. */
    apart: string;
    /** Heights, 0 to 100. */
    bars: number[];
  }

  /** The outcome of each action, in the same worlds. */
  interface Outlook {
    decision: number;
    worlds: number;
    bot: string;
    low: number;
    high: number;
    /** On the best action and the next; "" if there is only one. */
    sentence: string;
    rows: OutlookRow[];
  }

  /** A panel under the board. */
  interface Aside {
    entries: Entry[];
    /** A line before them. */
    about: string;
    /** Its question. */
    question: Question | null;
    /** The first one is the main one. */
    buttons: string[];
    /** The answer to its newest button. */
    answer: string;
    /** The number of times that the entries used once were emptied. */
    emptied: number;
    /** True while a button's work is under way. */
    busy: boolean;
    /** Of a what-if: how often each action is tried. */
    rounds?: number;
    /** Of a what-if: what came of it. */
    outcome?: Outlook | null;
  }

  /** A panel's button is pressed. */
  interface PressPanel {
    type: "panel";
    panel: string;
    button: string;
    /** Of the entries that are shown. */
    values: Record<string, string>;
    state?: number;
  }

  /** A file to save. */
  interface FileMessage {
    type: "file";
    panel: string;
    name: string;
    text: string;
    /** The number of the state whose record it is. */
    state?: number;
  }

  /** A note on a moment. */
  interface MomentNote {
    /** ``slip`` is the browser's own, made of the course. */
    kind: "observed" | "opinion" | "idea" | "note" | "ruling" | "slip";
    at: number;
    decision: number | null;
    text: string;
    by: string | null;
    whom?: string | null;
    question?: string;
    tags?: string[];
    rating?: number | null;
  }

  /** A decision that cost points. */
  interface Slip {
    at: number;
    decision: number;
    seat: number;
    /** The better action. */
    best: string;
    /** In expected points. */
    cost: number;
  }

  /** The course of a game for somebody who knows it whole. */
  interface Course {
    /** Each seat's chance to win by moment, `[]` in a round that isn't over; empty where no model knows the rules. */
    chances: number[][];
    slips: Slip[];
  }

  /** The moments of a game, by their number. */
  interface Timeline {
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
    notes: MomentNote[];
    course?: Course;
  }

  /** Compute the course of the game. */
  interface Judge {
    type: "judge";
    state?: number;
  }

  /** Show a moment. */
  interface Seek {
    type: "seek";
    to: number;
    state?: number;
  }

  /** Leave a replay that was opened from a board. */
  interface Back {
    type: "back";
    state?: number;
  }

  type OfReplay = Seek | Back | Judge;

  /** The constant traits of a page's board. */
  interface ReplayPageTraits {
    terms: Terms;
    replay: Timeline;
    lang: string;
  }

  /** A moment on a page. */
  interface Shot {
    view: AnyTableView;
    sheet: Sheet;
  }

  /** The data of a page that replays a game. */
  interface ReplayPageData {
    /** The page's code; not of a replay within another page. */
    module?: string;
    traits: ReplayPageTraits;
    rows: Rows;
    first: Shot;
    /** The changes of each later moment to the one before. */
    steps: Record<string, any>[];
  }

  /** A page of the rows of a frame. */
  interface LinkedTable {
    start: number;
    count: number;
    columns: string[];
    numeric: boolean[];
    rows: string[][];
    decisions: (number | null)[];
    /** True for a row of the game on the board. */
    ours: boolean[];
    /** True if its game can be opened. */
    known: boolean[];
  }

  /** A line of a chart, or points of one colour. */
  interface Series {
    name: string;
    /** x, y, the decision, the row, and whether it is of the game on the board. */
    points: ([number, number, number | null, number, boolean])[];
  }

  /** A chart beside a replay. */
  interface LinkedChartData {
    title: string;
    x: string;
    y: string;
    lines: boolean;
    series: Series[];
  }

  /** The traits of what is linked to a replay. */
  interface LinkedTraits {
    /** The one shown; -1 for none. */
    decision?: number;
    lang?: string;
    table?: LinkedTable;
    chart?: LinkedChartData;
  }

  /** Show the decision of a row, of whichever game it is. */
  interface ShowDecision {
    type: "show";
    decision: number | null;
    row?: number;
  }

  /** Show other rows of the frame. */
  interface AskRows {
    type: "page";
    start: number;
  }

  type OfLinked = ShowDecision | AskRows;

  /** A seat of a served table. */
  interface ServedSeat {
    seat: number;
    /** "" for one of a class that nobody has had yet. */
    name: string;
    kind: "person" | "bot";
    /** A device is connected; of the host and of bots always. */
    here: boolean;
    host: boolean;
    turn: boolean;
    /** Has asked for the next round. */
    ready: boolean;
  }

  /** A seat as somebody at the table is told of it. */
  interface LobbySeat extends ServedSeat {
    me: boolean;
  }

  /** A seat as the host is told of it. */
  interface HostSeat extends ServedSeat {
    /** The guest who sits there. */
    guest: string | null;
  }

  /** The people at a guest's table. */
  interface Lobby {
    started: boolean;
    /** The host's choice; "" leaves it to the browser. */
    language: string;
    /** The number of tables. */
    tables: number;
    table: number | null;
    /** None without one: waiting for one, or watching. */
    seat: number | null;
    /** The name of the board that belongs to it; null: there is none. */
    board: string | null;
    /** The loss of the seat or the table: a key of `guest.seat_lost`; "" if it wasn't lost. */
    lost: string;
    /** A seat is free for who has none. */
    free: boolean;
    /** One's own. */
    name: string;
    ready: boolean;
    seats: LobbySeat[];
  }

  type PollStage = "open" | "closed" | "turned";

  /** A question to the class, and the guest's own answer. */
  interface GuestPoll {
    question: number;
    stage: PollStage;
    /** By language. */
    event: Record<string, string>;
    /** The own prediction. */
    value: number | null;
    /** As it was typed. */
    written: string | null;
    /** Null until it is turned, as are the next three. */
    card: string | null;
    came_true: boolean | null;
    /** So many of so many cards. */
    exact: [number, number] | null;
    /** The own score of this card. */
    brier: number | null;
    /** The own mean score of all cards. */
    mean: number | null;
    /** Of so many cards. */
    cards: number;
  }

  /** The share of events that came true, after some cards. */
  interface FrequencyPoint {
    share: number;
    /** The mean of the exact probabilities. */
    exact: number;
    /** 2σ/√n. */
    half: number;
  }

  /** A fifth of the predicted probabilities. */
  interface PollBin {
    n: number;
    /** Their mean. */
    prediction: number;
    /** The share that came true. */
    came_true: number;
  }

  /** Brier scores: of the newest card, then the means of all cards. */
  interface ClassScores {
    /** The mean of everybody's. */
    pupils: number | null;
    exact: number;
    all_pupils: number | null;
    /** Of the mean of everybody's predictions. */
    all_together: number | null;
    all_exact: number;
    cards: number;
  }

  /** A question to the class, on the wall. */
  interface ScreenPoll {
    question: number;
    /** By language. */
    event: Record<string, string>;
    stage: PollStage;
    answered: number;
    here: number;
    /** Cards face down. */
    left: number;
    /** Cards that were turned earlier. */
    before: string[];
    /** Predictions by tenths; null until it is closed. */
    bars: number[] | null;
    mean: number | null;
    card: string | null;
    came_true: boolean | null;
    exact: [number, number] | null;
    scores: ClassScores | null;
    frequency: FrequencyPoint[];
    /** Null until ten cards are turned. */
    calibration: PollBin[] | null;
  }

  /** The question as the host's panel shows it. */
  interface HostPoll {
    /** Its number; 0 while the tables are on the wall. */
    question: number;
    /** The number of questions. */
    last: number;
    stage: PollStage | null;
    event: string;
    answered: number;
    here: number;
  }

  /** A line of the standings: somebody who has finished a round. */
  interface Ranked {
    table: number;
    name: string;
    /** Games that are over. */
    games: number;
    wins: number;
    rounds: number;
    /** Points a round. */
    mean_score: number;
  }

  /** The projector's content beside the tables. */
  interface ScreenPart {
    started: boolean;
    pin: string;
    link: string;
    /** Rows of modules, "1" dark. */
    qr: string[];
    /** "" for the browser's. */
    language: string;
    /** The number of tables. */
    count: number;
    /** True if fewer points are better. */
    fewer: boolean;
    standings: Ranked[];
    /** Names of people without a seat. */
    lobby: string[];
    /** The class's question, in place of the tables. */
    poll: ScreenPoll | null;
  }

  /** Somebody is let in. */
  interface Welcome {
    type: "welcome";
    role: "player" | "watcher" | "screen";
    token?: string;
  }

  /** Somebody isn't let in, or not yet. */
  interface Refused {
    type: "refused";
    why: "pin" | "wait" | "locked" | "full" | "name" | "token" | "code" | "asked";
    seconds?: number;
  }

  /** A name isn't changed. */
  interface NotRenamed {
    type: "not renamed";
    why: "name" | "wait";
    seconds?: number;
  }

  /** The class's question; null: there is none. */
  interface PollMessage {
    type: "poll";
    poll: GuestPoll | null;
  }

  /** A prediction isn't taken. */
  interface NotTaken {
    type: "not taken";
    text: string;
  }

  /** The newest lobby. */
  interface LobbyMessage {
    type: "lobby";
    lobby: Lobby;
  }

  /** The traits of the board that have changed. */
  interface StateMessage {
    type: "state";
    traits: GuestTraits;
  }

  /** The newest standings, links and people. */
  interface ScreenMessage {
    type: "screen";
    screen: ScreenPart;
  }

  /** The traits of a table on the projector. */
  interface ScreenTraits extends PublicTraits {
    /** The game goes on elsewhere. */
    closed?: boolean;
  }

  /** The changes of a table on the projector. */
  interface ScreenTableMessage {
    type: "screen table";
    table: number;
    traits: ScreenTraits;
    seats?: ServedSeat[];
  }

  /** A message of the board. */
  interface CustomMessage {
    type: "custom";
    content: Record<string, any>;
  }

  /** The answer to `Ping`. */
  interface Pong {
    type: "pong";
  }

  /** The socket is about to be closed. */
  interface Bye {
    type: "bye";
    why: "removed" | "elsewhere" | "stopped" | "fast" | "malformed" | "late" | "crowded";
  }

  type ToGuest = Welcome | Refused | NotRenamed | PollMessage | NotTaken | LobbyMessage | StateMessage | ScreenMessage | ScreenTableMessage | CustomMessage | Pong | Bye;

  /** A new guest. */
  interface Join {
    type: "join";
    pin?: string;
    /** In place of the PIN, from a link. */
    code?: string;
    name: string;
    lang: string;
  }

  /** A guest who comes back, or a page that only looks. */
  interface Hello {
    type: "hello" | "watch";
    token: string;
    lang: string;
  }

  type Greeting = Join | Hello;

  /** Another name, in the lobby. */
  interface Rename {
    type: "rename";
    name: string;
  }

  /** A prediction for the class's question. */
  interface Predict {
    type: "chance";
    question: number;
    value: number | string;
  }

  /** Give the seat up, or take a free one. */
  interface Leave {
    type: "leave" | "sit";
  }

  /** Ask whether anybody is there. */
  interface Ping {
    type: "ping";
  }

  /** Traits that the page has changed. */
  interface SetTraits {
    type: "set";
    traits: GuestTraits;
  }

  /** Messages of a phone besides the board's. */
  type OfGuest = Join | Hello | Rename | Predict | Leave | Ping | SetTraits;

  /** A table in a few words. */
  interface TableFacts {
    table: number;
    waiting: string | null;
    round: number;
    over: boolean;
  }

  /** A table as everybody may know it. */
  interface TableSummary extends TableFacts {
    seats: ServedSeat[];
  }

  /** A table as the host is told of it. */
  interface HostTable extends TableFacts {
    seats: HostSeat[];
  }

  /** Somebody without a seat. */
  interface Waiting {
    guest: string;
    name: string;
  }

  /** Somebody whose seat another device has. */
  interface SeatRequest {
    request: string;
    name: string;
    table: number;
    seat: number;
  }

  /** An address that has many connections without a seat. */
  interface Crowd {
    address: string;
    count: number;
  }

  /** The people at the tables. */
  interface HostState {
    started: boolean;
    locked: boolean;
    /** Names are hidden. */
    hidden: boolean;
    running: boolean;
    tables: HostTable[];
    lobby: Waiting[];
    requests: SeatRequest[];
    /** The rights of guests besides playing. */
    may: string[];
    watchers: number;
    crowd: Crowd | null;
    /** Null where there is no class. */
    poll: HostPoll | null;
  }

  /** The ways to join. */
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

  /** The traits of the host's panel. */
  interface HostTraits extends Invitation {
    lang: string;
    state: HostState;
    /** The reason why the newest message was refused. */
    error: string;
  }

  /** Begin, or end the service. */
  interface HostPress {
    type: "start" | "stop";
  }

  /** Ask the class. */
  interface HostAsk {
    type: "ask";
    event: string;
  }

  /** Continue the class's question, from what the panel shows. */
  interface HostPollStep {
    type: "poll step";
    question: number;
    stage: PollStage;
  }

  /** Show the tables again. */
  interface HostPollEnd {
    type: "poll end";
  }

  /** Show an earlier question again. */
  interface HostPollShow {
    type: "poll show";
    question: number;
  }

  /** Let nobody else in; hide names. */
  interface HostSwitch {
    type: "lock" | "hide";
    on: boolean;
  }

  /** Give guests a right, or take it. */
  interface HostGive {
    type: "give";
    what: string;
    on: boolean;
  }

  /** Choose the address on show. */
  interface HostChoose {
    type: "choose";
    n: number;
  }

  /** Report the address of the panel's page, if the links lack it. */
  interface HostOrigin {
    type: "origin";
    origin: string;
  }

  /** Send somebody away. */
  interface HostRemove {
    type: "remove";
    guest: string;
  }

  /** Answer a device that asks for a seat. */
  interface HostAllow {
    type: "allow";
    request: string;
    on: boolean;
  }

  /** Deal a table's next round. */
  interface HostNextRound {
    type: "next_round";
    table: number;
  }

  /** Rename who sits somewhere. */
  interface HostRename {
    type: "rename";
    table: number;
    seat: number;
    name: string;
  }

  /** Give somebody another seat. */
  interface HostMove {
    type: "move";
    guest: string;
    table: number;
    seat: number;
  }

  /** Let a bot play on at a seat; free it. */
  interface HostSeatPress {
    type: "bot" | "free";
    table: number;
    seat: number;
  }

  type OfHost = HostPress | HostAsk | HostPollStep | HostPollEnd | HostPollShow | HostSwitch | HostGive | HostChoose | HostOrigin | HostRemove | HostAllow | HostNextRound | HostRename | HostMove | HostSeatPress;

  /** A card as the viewer may see it: a number in words, with what it can do if it can ("5:reverse"), or "wild"; "?" face down, "." an empty place. */
  type Card = string;

  /** A sentence of the locale, or a part of one: its `key`, and what fills its holes. */
  type Phrase = Record<string, any>;

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
    /** Points that the card counts besides its number. */
    score?: number;
    /** The place where it must lie for that. */
    score_at?: string;
  }

  /** A player at the table. */
  interface Seat {
    seat: number;
    name: string;
    kind: "person" | "bot";
    total: number;
    starter: boolean;
    ender: boolean;
  }

  /** A player with a grid. */
  interface GridSeat extends Seat {
    grid: Card[];
    /** In a replay: the card that lies face down there, "" where none does or nobody knows it. */
    under?: Card[];
    hidden: number;
    visible_sum: number;
  }

  /** A player's stock pile. */
  interface Stock {
    count: number;
    top: Card | null;
  }

  /** A player with piles. */
  interface PileSeat extends Seat {
    stock: Stock;
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
    no_effect?: boolean | null;
    /** Places whose cards changed places, each with the next one's; one may be "discard pile". */
    swapped?: string[] | null;
    /** The pile that the card came from: "stock", "d3", "2:stock"; null: the hand. */
    source_pile?: string | null;
    /** The number that it stands for on its building pile. */
    played_as?: number | null;
    /** True if that pile is complete now. */
    completed?: boolean | null;
  }

  /** The newest decision. */
  interface Last extends Outcome {
    seat: number;
    cleared_card: Card | null;
  }

  /** Decisions that the newest change took back: the first, and their number. */
  interface TakenBack {
    first: Last;
    count: number;
  }

  /** The next player, as things stand. */
  interface NextTurn {
    seat: number;
    turns: number;
    takes_discard: boolean;
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
    next: NextTurn | null;
    /** In the last lap: whose last turn is still due. */
    due: number[] | null;
    /** Seats whose grids no effect of others touches. */
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
    turns?: number[];
    penalty_cards?: number[];
  }

  /** The score pad: target in points or rounds, and the teams. */
  interface Pad {
    target?: number | null;
    of?: number | null;
    teams?: number[][] | null;
    rounds: PadRound[];
  }

  /** The part that changes once a round. */
  interface Sheet {
    pad: Pad;
  }

  /** The part that never changes in a game. */
  interface Terms {
    rules: [string, any][];
    /** Effects of the deck's cards, by name. */
    effects?: Record<string, Effect>;
    /** Instructions for a game from outside the package, in sentences, by language. */
    how?: Record<string, string[]>;
    /** The name of the deck's version. */
    deck_name?: string;
  }

  /** A bot's failure. */
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
  interface Trouble {
    key: string;
    text: string;
    path: string | null;
  }

  /** The reason why the last message was refused. */
  interface BoardError {
    key: string;
    text: string;
    /** Of a note's message. */
    id?: string | null;
  }

  /** A hidden place whose card is asked for, and the index of its list in `Paper.left`. */
  interface PaperPlace {
    where: string;
    left: number;
    /** True if the card may stay unknown for now. */
    open?: boolean;
  }

  /** With paper cards: what must be asked. */
  interface Paper {
    /** By action. */
    ask: Record<string, PaperPlace[]>;
    /** Cards that a deal or the end of a round shows. */
    due: PaperPlace[];
    /** Cards, each with how many are left. */
    left: [Card, number][][];
  }

  /** A referee's penalty. */
  interface Penalty {
    seat: number;
    cards: number;
  }

  /** A number of cards. */
  interface Count {
    count: number;
  }

  /** The view of any game's table. */
  interface TableView {
    version: number;
    state: number;
    /** Number of messages that were answered. */
    answer?: number;
    game: string;
    preset: string;
    practice: boolean;
    record: string | null;
    paper: Paper | null;
    phase: string;
    round: number;
    turn: number;
    decision: number;
    seat: number | null;
    viewer: number | null;
    /** The viewer's hand is covered, or nobody looks. */
    covered: boolean;
    waiting: "person" | "bot" | "next round" | "cards" | "fault" | "replay" | null;
    /** In a replay: the moment on show. */
    at?: number;
    prompt: Phrase;
    draw: Count;
    targets: Record<string, string>;
    last: Last | null;
    taken_back: TakenBack | null;
    /** True if a referee can give a penalty now. */
    penalty: boolean;
    /** True, if it is there: the round lasts so long that the table offers to end the game. */
    long_round?: boolean;
    /** True, if it is there: the game was ended without a winner. */
    broken_off?: boolean;
    /** The penalty that is the newest change. */
    penalized: Penalty | null;
    winners: number[] | null;
    error: BoardError | null;
    fault: Fault | null;
    /** "yes" if a person's last decision can be taken back, else the reason. */
    undo: "yes" | "seen" | "penalty" | "nothing";
    trouble: Trouble | null;
    /** The path where the game was just saved. */
    saved: string | null;
  }

  /** The discard pile of a table of grids. */
  interface DiscardPile {
    count: number;
    top: Card | null;
    below: Card | null;
  }

  /** A card in a hand. */
  interface Held {
    seat: number;
    card: Card;
    source: "draw" | "discard" | "kept";
  }

  /** The effect that is being carried out, and the first card picked for it. */
  interface Resolving {
    effect: string;
    first: string | null;
  }

  /** A table of grid games. */
  interface GridTableView extends TableView {
    table: "grids";
    columns: number;
    rows: number;
    seats: GridSeat[];
    discard: DiscardPile;
    held: Held | null;
    last_turn: boolean;
    ender: number | null;
    order_of_play?: OrderOfPlay | null;
    resolving?: Resolving | null;
    /** The next cards of the draw pile that the viewer knows, each with the number of those among which it lies: 1, 2, 3 in this order; 1, 3, 3 the first, then two in either order. */
    known?: [Card, number][] | null;
    /** The cards that the viewer puts in order, as they lie. */
    peeked?: Card[] | null;
  }

  /** A place in the middle: how many cards lie there, the top one, and the next number. */
  interface Building {
    count: number;
    top: Card | null;
    next: number;
    /** True of a pile that runs down. */
    down?: boolean;
    /** True of an empty place where a pile may run up or down. */
    either?: boolean;
  }

  /** A table of piles: Skip-Bo. */
  interface PileTableView extends TableView {
    table: "piles";
    seats: PileSeat[];
    building: Building[];
    /** The number that completes a building pile. */
    highest: number;
    completed: Count;
    /** The viewer's; null while it is covered, or nobody looks. */
    hand: Card[] | null;
    /** Of each card that may be chosen: where it may go, and the action that this is. */
    moves: Record<string, Record<string, string>>;
    /** The cards that the seats cut for the deal, in the first turn of a game. */
    cut: (Card | null)[] | null;
  }

  type AnyTableView = GridTableView | PileTableView;

  /** The newest rows of the log. */
  interface Rows {
    columns: string[];
    rows: any[][];
    /** Numbers of the decisions among them that were taken back. */
    undone?: number[];
  }

  /** The rows before them. */
  interface OlderRows {
    rows?: any[][];
  }

  /** The traits of a board, of a live game or a replay. */
  interface AnyBoardTraits extends BoardTraits {
    replay?: Timeline;
    /** It was opened from a board above: it has a button that goes back. */
    back?: boolean;
    /** Its kernel can compute the course of the game. */
    judges?: boolean;
    /** It takes the focus when it is first drawn. */
    fresh?: boolean;
  }

  /** The data within a page that needs no kernel. */
  type PageData = ReplayPageData | MeanPageData | ClassPageData;
}
