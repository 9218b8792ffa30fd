// Bytes from a terminal become events. A piece of an escape sequence is never taken for a key, a paste is one
// event, an answer of the terminal is a reply, and where the bytes were split makes no difference.

/** One press of a key; `text` is what it would type, empty when it types nothing. */
export interface KeyEvent {
  readonly kind: 'key';
  /** A character, or a name: enter, escape, tab, backspace, space, up, pagedown, f1 … */
  readonly name: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly shift: boolean;
  readonly text: string;
}

export type InputEvent =
  | KeyEvent
  /** `cut` says that the paste was longer than what is kept. */
  | { readonly kind: 'paste'; readonly text: string; readonly cut: boolean }
  | { readonly kind: 'reply'; readonly form: 'csi' | 'string'; readonly body: string }
  | { readonly kind: 'focus'; readonly on: boolean };

type Mode = 'ground' | 'escape' | 'ss3' | 'csi' | 'string' | 'stringEscape' | 'paste';

const PASTE_MOST = 1 << 20;
const STRING_MOST = 1 << 16;
const CSI_MOST = 64;
const PASTE_END = '\x1b[201~';
const SHIFT = 1;
const META = 2;
const CTRL = 4;

/** Reads the bytes of one terminal. It has no clock: whoever feeds it decides when a lone Escape is a key. */
export class KeyReader {
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private mode: Mode = 'ground';
  private body = '';
  private opener = '';
  private cut = false;
  private matched = 0;
  private afterReturn = false;
  private events: InputEvent[] = [];

  /** What waits for more bytes: `key` may be a lone Escape, `reply` an answer still under way. */
  get waiting(): 'key' | 'reply' | null {
    if (this.mode === 'ground' || this.mode === 'paste') return null;
    return (this.mode === 'string' || this.mode === 'stringEscape') && this.body !== '' ? 'reply' : 'key';
  }

  /** Takes more bytes and returns the events that are complete with them. */
  push(bytes: Uint8Array): InputEvent[] {
    for (const character of this.decoder.decode(bytes, { stream: true })) this.take(character);
    return this.drain();
  }

  /** Nothing more came: what waited becomes a key if it can be one, and is dropped otherwise. */
  flush(): InputEvent[] {
    const { mode, body, opener } = this;
    if (mode === 'ground' || mode === 'paste') return [];
    this.to('ground');
    if (mode === 'escape') this.key('escape');
    else if (mode === 'ss3') this.key('O', META | SHIFT);
    else if (body === '' && mode !== 'stringEscape') this.key(mode === 'csi' ? '[' : opener, META);
    return this.drain();
  }

  private drain(): InputEvent[] {
    const events = this.events;
    this.events = [];
    return events;
  }

  private to(mode: Mode): void {
    this.mode = mode;
    this.body = '';
    this.cut = false;
    this.matched = 0;
  }

  private take(character: string): void {
    if (this.mode === 'ground') this.ground(character);
    else if (this.mode === 'paste') this.paste(character);
    else if (this.mode === 'escape') this.escape(character);
    else if (this.mode === 'ss3') this.ss3(character);
    else if (this.mode === 'csi') this.csi(character);
    else this.string(character);
  }

  private ground(character: string): void {
    const afterReturn = this.afterReturn;
    this.afterReturn = character === '\r';
    const point = character.codePointAt(0)!;
    if (character === '\x1b') this.to('escape');
    else if (point >= 0x80 && point <= 0x9f) this.escape(String.fromCharCode(point - 0x40), true);
    else if (character === '\n' && afterReturn) return;
    else if (point < 0x20 || point === 0x7f) this.control(point);
    else if (character === ' ') this.key('space', 0, ' ');
    else this.key(character, /^\p{Lu}$/u.test(character) ? SHIFT : 0, character);
  }

  private control(point: number, modifiers = 0): void {
    if (point === 0x0d || point === 0x0a) this.key('enter', modifiers);
    else if (point === 0x09) this.key('tab', modifiers);
    else if (point === 0x7f || point === 0x08) this.key('backspace', modifiers);
    else if (point === 0) this.key('space', modifiers | CTRL);
    else if (point >= 0x1c) this.key(String.fromCharCode(point + 0x40), modifiers | CTRL);
    else this.key(String.fromCharCode(point + 0x60), modifiers | CTRL);
  }

  /** The character after ESC; `single` when it was the one-character form of ESC and that character. */
  private escape(character: string, single = false): void {
    this.to('ground');
    if (character === '[') this.to('csi');
    else if (character === 'O') this.to('ss3');
    else if (']P_^X'.includes(character)) {
      this.to('string');
      this.opener = character;
    } else if (single) return;
    else if (character === '\x1b') {
      this.key('escape');
      this.to('escape');
    } else if (character < ' ' || character === '\x7f') this.control(character.codePointAt(0)!, META);
    else if (character > '\x7f' && character <= '\x9f') this.ground(character);
    else this.key(character === ' ' ? 'space' : character, META | (/^[A-Z]$/.test(character) ? SHIFT : 0));
  }

  private ss3(character: string): void {
    this.to('ground');
    if (character === '\x1b') this.to('escape');
    const name = character === 'M' ? 'enter' : FINALS[character];
    if (name) this.named(name, 0);
  }

  private csi(character: string): void {
    if (character === '\x1b') this.to('escape');
    else if (character >= '@' && character <= '~') {
      const { body, cut } = this;
      this.to('ground');
      if (!cut) this.sequence(body, character);
    } else if (character < ' ' || character > '~') this.to('ground');
    else if (this.body.length < CSI_MOST) this.body += character;
    else this.cut = true;
  }

  private string(character: string): void {
    const escaped = this.mode === 'stringEscape';
    if (escaped ? character === '\\' : character === '\x07' || character === '\x9c') this.endString();
    else if (escaped) this.escape(character);
    else if (character === '\x1b') this.mode = 'stringEscape';
    else if (this.body.length < STRING_MOST) this.body += character;
  }

  private endString(): void {
    const body = this.body;
    this.to('ground');
    this.events.push({ kind: 'reply', form: 'string', body });
  }

  private paste(character: string): void {
    if (character === PASTE_END[this.matched]) {
      this.matched += 1;
      if (this.matched === PASTE_END.length) this.endPaste();
      return;
    }
    this.keep(PASTE_END.slice(0, this.matched));
    this.matched = character === PASTE_END[0] ? 1 : 0;
    if (this.matched === 0) this.keep(character);
  }

  private keep(text: string): void {
    if (this.body.length + text.length <= PASTE_MOST) this.body += text;
    else this.cut = true;
  }

  private endPaste(): void {
    const { body, cut } = this;
    this.to('ground');
    this.events.push({ kind: 'paste', text: body, cut });
  }

  private sequence(body: string, final: string): void {
    if (
      /^[?<>=]/.test(body) ||
      /[ -/]/.test(body) ||
      REPLIES.has(final) ||
      (final === 'R' && body.includes(';'))
    )
      this.events.push({ kind: 'reply', form: 'csi', body: body + final });
    else if (final === '~' && body === '200') this.to('paste');
    else if ((final === 'I' || final === 'O') && body === '')
      this.events.push({ kind: 'focus', on: final === 'I' });
    else this.pressed(body, final);
  }

  /** A key told as a sequence: `1;5C` is ctrl-right, `97;5u` ctrl-a; a third number of 3 is a release. */
  private pressed(body: string, final: string): void {
    const [first = '', second = ''] = body.split(';');
    const [modifier = '', phase = ''] = second.split(':');
    if (phase === '3') return;
    const modifiers = Math.max(0, (Number.parseInt(modifier, 10) || 1) - 1) & (SHIFT | META | CTRL);
    const name = final === '~' ? TILDES[first] : FINALS[final];
    if (final === 'u') this.coded(Number.parseInt(first, 10), modifiers);
    else if (name) this.named(name, modifiers);
  }

  private coded(point: number, modifiers: number): void {
    const named = CODED[point];
    if (named) this.named(named, modifiers);
    else if (Number.isNaN(point)) return;
    else if (point < 0x20) this.control(point, modifiers);
    else if (isTyped(point)) {
      const character = String.fromCodePoint(point);
      this.key(character, modifiers, modifiers & (META | CTRL) ? '' : character);
    }
  }

  private named(name: string, modifiers: number): void {
    if (name === 'backtab') this.key('tab', modifiers | SHIFT);
    else this.key(name, modifiers, name === 'space' && !modifiers ? ' ' : '');
  }

  private key(name: string, modifiers = 0, text = ''): void {
    this.events.push({
      kind: 'key',
      name,
      shift: Boolean(modifiers & SHIFT),
      meta: Boolean(modifiers & META),
      ctrl: Boolean(modifiers & CTRL),
      text,
    });
  }
}

/** Code points that a key may type: no controls, no surrogates, none of the private keys of the protocol. */
function isTyped(point: number): boolean {
  return point > 0x9f
    ? point <= 0x10ffff && !(point >= 0xd800 && point <= 0xf8ff)
    : point >= 0x20 && point < 0x7f;
}

/** Final characters of what terminals answer: positions, attributes, modes, sizes, key reports. */
const REPLIES = new Set(['t', 'c', 'n', 'y']);

const FINALS: Readonly<Record<string, string>> = {
  ...{ A: 'up', B: 'down', C: 'right', D: 'left', H: 'home', F: 'end' },
  ...{ P: 'f1', Q: 'f2', R: 'f3', S: 'f4', Z: 'backtab' },
};

const TILDES: Readonly<Record<string, string>> = {
  ...{ 1: 'home', 2: 'insert', 3: 'delete', 4: 'end', 5: 'pageup', 6: 'pagedown', 7: 'home', 8: 'end' },
  ...{ 15: 'f5', 17: 'f6', 18: 'f7', 19: 'f8', 20: 'f9', 21: 'f10', 23: 'f11', 24: 'f12' },
};

const CODED: Readonly<Record<number, string>> = {
  13: 'enter',
  27: 'escape',
  9: 'tab',
  127: 'backspace',
  32: 'space',
};
