// One ref transaction in two steps: prepared (checked, locked, the owner's hook asked), then committed or dropped.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { refuseMissing } from '../child.ts';
import { gitEnvironment } from '../environment.ts';
import { HOOKS_TIMEOUT_MS } from '../git.ts';
import { type MoveResult, type RefMove, refMoveFailure, refTransaction } from '../move-refs.ts';
import { checkPinned, type Oid, type Repo } from '../repo.ts';

/** What the transaction does. */
export interface RefChanges {
  readonly refs: readonly RefMove[];
  /** Written to ORIG_HEAD, whatever that was. */
  readonly origHead: Oid | null;
  /** Reflog message. */
  readonly message: string;
}

/** Holds the locks of all its refs until it is committed or dropped, at the latest until this process ends. */
export interface PreparedRefs {
  readonly prepared: true;
  /** What git said when the refs did not move; null when they did. */
  commit(): Promise<string | null>;
  drop(): Promise<void>;
}

export type UnpreparedRefs = { readonly prepared: false } & Extract<MoveResult, { moved: false }>;

/** A git that waits for the transaction: started early, so that its start costs no time later. */
export interface RefTransaction {
  /**
   * Prepares the changes: every old value is checked and every ref locked, or nothing is held. The owner's
   * reference-transaction hook runs as git would run it. Refuses as `moveRefs` does.
   */
  prepare(): Promise<PreparedRefs | UnpreparedRefs>;
  /** Ends it unprepared. */
  forget(): Promise<void>;
}

export function beginRefs(repo: Repo, changes: RefChanges): RefTransaction {
  checkPinned(repo);
  const talk = converse(repo, changes.message.replace(/\s+/g, ' '));
  const orig = changes.origHead === null ? '' : `update ORIG_HEAD\0${changes.origHead}\0\0`;
  const transaction = `start\0${refTransaction(repo, changes.refs)}${orig}prepare\0`;
  return {
    prepare: async () => {
      talk.say(transaction);
      const limit = setTimeout(() => talk.stop(), HOOKS_TIMEOUT_MS);
      try {
        if (await talk.hears('prepare: ok')) return preparedWith(talk);
        const said = await talk.end('');
        return talk.stopped() ? HANGING : unprepared(said, changes.refs);
      } finally {
        clearTimeout(limit);
      }
    },
    forget: async () => {
      await talk.end('');
    },
  };
}

const HANGING: UnpreparedRefs = {
  prepared: false,
  moved: false,
  why: 'hook',
  ref: null,
  said: `it did not end within ${HOOKS_TIMEOUT_MS / 60_000} minutes and was stopped`,
};

function preparedWith(talk: Talk): PreparedRefs {
  return {
    prepared: true,
    commit: async () => {
      talk.say('commit\0');
      const moved = await talk.hears('commit: ok');
      const said = await talk.end('');
      return moved ? null : said;
    },
    drop: async () => {
      await talk.end('abort\0');
    },
  };
}

function unprepared(said: string, refs: readonly RefMove[]): UnpreparedRefs {
  const failed = refMoveFailure(said, refs);
  if (failed.moved) throw new Error('a failed transaction that moved');
  return { prepared: false, ...failed };
}

interface Talk {
  say(words: string): void;
  /** Whether the answer came before git ended. */
  hears(answer: string): Promise<boolean>;
  /** Says the last words, waits for git's end, returns its complaint. */
  end(words: string): Promise<string>;
  /** Ends git where a hook of its does not end; git lets go of its locks. */
  stop(): void;
  stopped(): boolean;
}

function converse(repo: Repo, message: string): Talk {
  const child = spawn('git', ['--no-pager', 'update-ref', '-m', message, '--stdin', '-z'], {
    cwd: repo.root,
    env: gitEnvironment({}, { reads: false }),
    stdio: ['pipe', 'pipe', 'pipe'],
    // Its own process group: a Ctrl-C in the terminal must not stop it between two refs.
    detached: true,
    windowsHide: true,
  });
  return talkWith(child, repo.root);
}

function talkWith(child: ChildProcessWithoutNullStreams, cwd: string): Talk {
  const words = { heard: '', complaint: '' };
  let ended = false;
  let stopped = false;
  let wake = (): void => {};
  const over = endOf(child, cwd).finally(() => {
    ended = true;
    wake();
  });
  over.catch(() => {});
  child.stdout.on('data', (chunk: Buffer) => {
    words.heard += chunk.toString('latin1');
    wake();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    words.complaint += chunk.toString('utf8');
  });
  // Git ends at the first failed check and may not have read everything: its complaint then says why.
  child.stdin.on('error', () => {});
  child.on('exit', () => {
    // The hook may live on and keep these open.
    if (!stopped) return;
    child.stdout.destroy();
    child.stderr.destroy();
  });
  const said = (answer: string) => words.heard.split('\n').includes(answer);
  const change = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  return {
    say: (text) => void child.stdin.write(text),
    hears: async (answer) => {
      while (!said(answer) && !ended) await Promise.race([over, change()]);
      return said(answer);
    },
    end: async (text) => {
      child.stdin.end(text);
      await over;
      return words.complaint.trim();
    },
    stop: () => {
      stopped = true;
      child.kill('SIGTERM');
    },
    stopped: () => stopped,
  };
}

async function endOf(child: ChildProcessWithoutNullStreams, cwd: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve());
  }).catch((error: unknown) => refuseMissing(error, cwd));
}
