// `expect`: nothing happens unless disk holds exactly these bytes now.

import { refuse } from '../refusal.ts';
import { readDisk } from '../repo/index.ts';
import { safe } from '../safe.ts';
import { pathNamed } from './named-path.ts';
import type { Session } from './session.ts';
import { sha256 } from './texts.ts';

/** Path → sha256 of the disk bytes in hex, or `absent`. */
export type Expect = Readonly<Record<string, string>>;

/** Refuses `disk_differs` (details: `[{ doc, expected, holds, known }]`; known: this session last saw those bytes). */
export async function checkExpected(session: Session, expect: Expect | undefined): Promise<void> {
  const found = await Promise.all(Object.entries(expect ?? {}).map((each) => differing(session, each)));
  const differ = found.filter((each) => each !== null);
  if (differ.length === 0) return;
  const named = differ.map(
    ({ doc, holds }) => `${safe(doc)} holds ${holds === 'absent' ? 'nothing' : holds}`,
  );
  refuse('disk_differs', `Disk is not as expected: ${named.join('; ')}. Nothing was changed.`, {
    details: differ,
    hint: 'Read the doc again (doc.read gives the sha256 of disk), then repeat the call with what it holds.',
  });
}

async function differing(session: Session, [doc, wanted]: [string, string]) {
  const path = pathNamed(session, doc);
  const file = await readDisk(session.repo, path);
  const holds = file ? sha256(file.bytes) : 'absent';
  const known = session.memory.files.get(path)?.sha256 === holds;
  return holds === wanted.toLowerCase() ? null : { doc: path, expected: wanted, holds, known };
}
