// What preflight and apply answer.
import type { RefusalCode } from '../../refusal.ts';
import type { Oid } from '../../repo/index.ts';
import type { By, DocOutcome } from '../proposal.ts';
import type { ClashKind, FoundClash, Take } from './clash.ts';

export interface OpenCopy {
  readonly path: string;
  readonly dirty: boolean;
  readonly where: string;
}

/** What becomes of one doc: on the target branch, in the work tree, in the index. */
export interface PathPlan {
  readonly doc: string;
  readonly what: 'add' | 'change' | 'delete' | 'rename' | 'mode' | 'type' | 'binary';
  /** The name it has on the target now, when that changes. */
  readonly from?: string;
  readonly branch: 'unchanged' | 'theirs' | 'merged' | 'same' | 'clash';
  /** `elsewhere`: the target, or the doc, is not checked out in this work tree. */
  readonly disk: 'clean' | 'merged' | 'same' | 'clash' | 'elsewhere';
  readonly index: 'clean' | 'merged' | 'same' | 'clash';
  readonly added: number;
  readonly removed: number;
  /** Changes of two sides that are neighbours without a line between them. */
  readonly touching: number;
  /** Where it is open with unsaved edits. */
  readonly open?: string;
}

/** `kind` is the code that apply refuses with; `shape` says what stands against what. */
export interface PlannedClash extends FoundClash {
  readonly doc: string;
  readonly kind: ClashKind;
}

/** What the owner takes at a clash. `text` comes with `take: 'text'`: whole lines, or the whole doc. */
export interface Choice {
  readonly doc: string;
  /** Id of the clash. */
  readonly clash: string;
  readonly take: Take;
  readonly text?: string;
}

/** One change that can land without the others. Only `lines`, and a whole doc that is text, show lines. */
export interface PlannedHunk {
  /** Hash of what it changes. */
  readonly id: string;
  readonly doc: string;
  readonly what: 'lines' | 'add' | 'delete' | 'rename' | 'mode' | 'binary';
  /** The name before a rename. */
  readonly from?: string;
  readonly base: readonly [number, number];
  readonly old: readonly string[];
  readonly new: readonly string[];
}

export interface Preflight {
  readonly proposal: string;
  readonly tip: Oid;
  readonly base: Oid | null;
  readonly target: string;
  readonly targetOid: Oid | null;
  /** `commit`: a single commit on the target. */
  readonly plan: 'fast-forward' | 'merge' | 'commit' | 'clash' | 'already' | 'blocked';
  /** `cause` says why, `code` is the one that apply refuses with. */
  readonly blocked?: {
    readonly code: RefusalCode;
    readonly cause: string;
    readonly message: string;
    readonly hint: string;
  };
  readonly token: string;
  readonly simple: boolean;
  readonly commits: readonly { readonly oid: Oid; readonly subject: string; readonly by: string }[];
  readonly paths: readonly PathPlan[];
  readonly hunks: readonly PlannedHunk[];
  readonly clashes: readonly PlannedClash[];
  readonly needs: readonly Need[];
  /**
   * A path that some commit of it changes to what the last one does not show: then it lands as one commit, with its
   * history only where that is asked for.
   */
  readonly hidden?: string;
  readonly touching: number;
  readonly warnings: readonly string[];
}

export interface ApplyRequest {
  readonly proposal: string;
  readonly tip?: Oid;
  readonly token?: string;
  /** Subject of the merge commit. */
  readonly summary?: string;
  /** Disk bytes by path as SHA-256 (null: absent): nothing happens unless disk holds exactly that. */
  readonly expect?: Readonly<Record<string, string | null>>;
  readonly open?: readonly OpenCopy[];
  /** The changes that land, by the ids of the plan; all of them when left out. Needs `token`. */
  readonly hunks?: readonly string[];
  /** What is taken where it clashes. Needs `token`. */
  readonly choices?: readonly Choice[];
  /** Docs as they are to be on the target, by the owner's hand. Needs `token`. */
  readonly edited?: readonly { readonly doc: string; readonly text: string }[];
  /** What of the plan's `needs` is said yes to. */
  readonly confirm?: readonly Need['confirm'][];
  /** Its history lands too, though it holds what the last commit does not show. Needs `token`. */
  readonly history?: boolean;
}

/** Something that an approval has to say yes to by name. */
export interface Need {
  readonly confirm: 'mode' | 'link' | 'submodule';
  readonly doc: string;
  /** What is to be known, after the doc's name. */
  readonly says: string;
}

/** What of a proposal lands, where that is not all of it as it was proposed. */
export interface Part {
  readonly landed: number;
  readonly of: number;
  /** Some was left out. */
  readonly left: boolean;
  /** The owner changed it: by hand, or by not taking the agent's side of a clash. */
  readonly changed: boolean;
  /** Some was left out or edited: then the tip does not become part of the target's history. */
  readonly single: boolean;
  /** By the names that the proposal has them under. */
  readonly docs: Readonly<Record<string, DocOutcome>>;
}

export interface Applied {
  readonly proposal: string;
  readonly outcome: 'applied';
  /** `commit`: one commit of the agent's on the target, since not all of it landed as it was proposed. */
  readonly how: 'fast-forward' | 'merge' | 'commit';
  /** Changes that landed, of all, where some were left out. */
  readonly partial?: { readonly landed: number; readonly of: number };
  /** It landed as the owner edited it. */
  readonly changed?: true;
  readonly oid: Oid;
  readonly target: string;
  readonly by: By;
  readonly paths: readonly {
    readonly doc: string;
    /** The owner's uncommitted edits are kept on top. */
    readonly uncommitted: boolean;
    /** Clean disk texts. */
    readonly before: string | null;
    readonly after: string | null;
  }[];
  readonly touching: number;
  readonly warnings: readonly string[];
}
