// The unattended story: the owner's part is played with commands, and everything is checked.
import { changed, OWNERS, PROPOSED } from './tea-house.mjs';
import { check, shortened, Told, tell } from './tell.mjs';

const [typo, tart, saturday] = PROPOSED;
const [price, earlier] = OWNERS;
const REASON = 'Saturday stays as I wrote it';

/** Plays the story and checks every step; throws where something is not as told. */
export async function onCommandLine({ house, agent }) {
  tell.chapter('An agent proposes three changes, each on a branch of its own');
  const proposals = [];
  for (const change of PROPOSED) proposals.push(await agent.propose(change));
  const branches = house.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/proposals').split('\n');
  check('three branches under proposals/', branches.length === 3, branches);
  check(
    'nothing of the owner’s moved',
    house.git('status', '--short') === '',
    house.git('status', '--short'),
  );

  tell.chapter('The owner changes two of the docs meanwhile, and commits nothing');
  for (const change of OWNERS) house.change(change);
  tell.ran('git diff --unified=0', { stdout: changedLines(house), stderr: '' });
  runDocket(house, ['list']);

  const owner = { house, agent };
  await fastForward(owner, proposals[0]);
  await merged(owner, proposals[1]);
  await clashed(owner, proposals[2]);

  tell.chapter('What git says in the end');
  tell.ran('git log --oneline --graph', { stdout: house.git('log', '--oneline', '--graph'), stderr: '' });
  tell.ran('git diff --unified=0', { stdout: changedLines(house), stderr: '' });
  const left = house.git('for-each-ref', '--format=%(refname)', 'refs/heads/proposals');
  check('no proposal waits any more', left === '', left);
  house.git('fsck', '--strict', '--no-dangling');
  check('git fsck finds nothing wrong', true);
  tell.passed();
  return 0;
}

async function fastForward({ house, agent }, { proposal, tip }) {
  tell.chapter('The first proposal lands as it is');
  const plan = preflight(house, proposal);
  check('it is a fast-forward', plan.plan === 'fast-forward', plan);
  approve(house, proposal, plan);
  check('main is the agent’s commit', house.git('rev-parse', 'main') === tip, house.git('log', '--oneline'));
  const text = changed(typo.doc, typo);
  check(`${typo.doc} on disk holds it`, house.read(typo.doc) === text, house.read(typo.doc));
  await hears(agent, { doc: typo.doc, proposal, outcome: 'applied', action: 'clean' });
}

async function merged({ house, agent }, { proposal, tip }) {
  tell.chapter('The second merges, with the owner’s uncommitted change kept');
  const plan = preflight(house, proposal);
  check('it is a merge', plan.plan === 'merge', plan);
  approve(house, proposal, plan);
  const parents = house.git('log', '-1', '--format=%P').split(' ');
  check('a merge commit of main and the proposal', parents.length === 2 && parents[1] === tip, parents);
  const committed = house.git('show', `main:${tart.doc}`);
  check(
    'the commit holds the agent’s change alone',
    committed === changed(tart.doc, tart).trimEnd(),
    committed,
  );
  const both = changed(tart.doc, tart, price);
  check(`${tart.doc} on disk holds both changes`, house.read(tart.doc) === both, house.read(tart.doc));
  await hears(agent, { doc: tart.doc, proposal, outcome: 'applied', action: 'reloaded' });
}

async function clashed({ house, agent }, { proposal, tip }) {
  tell.chapter('The third changes a line that the owner changed too: nothing is overwritten');
  const plan = preflight(house, proposal);
  check('the plan says that it clashes', plan.plan === 'clash', plan);
  const before = [house.git('for-each-ref'), house.read(saturday.doc)];
  const refused = runDocket(house, ['approve', proposal, '--token', plan.token, '--yes', '--json'], {
    print: false,
  });
  const { refusal } = parsed(refused.stdout);
  tell.ran(`docket approve ${proposal} --token ${shortened([plan.token])} --yes`, {
    stdout: '',
    stderr: `${refusal?.code}: ${refusal?.message}\n${hunkLines(refusal)}\nhint: ${refusal?.hint}`,
  });
  check(
    'approving is refused: uncommitted_clash',
    refused.status === 1 && refusal?.code === 'uncommitted_clash',
    refused,
  );
  const said = JSON.stringify(refusal.details);
  const bothLines = said.includes(saturday.newText) && said.includes(earlier.newText);
  check('the refusal shows the lines of both', bothLines, refusal.details);
  const after = [house.git('for-each-ref'), house.read(saturday.doc)];
  check('no ref moved and no byte changed', JSON.stringify(before) === JSON.stringify(after), after);

  const rejected = runDocket(house, ['reject', proposal, '--tip', tip, '--reason', REASON, '--yes']);
  check('rejecting it works', rejected.status === 0, rejected);
  const own = changed(saturday.doc, earlier);
  check(`${saturday.doc} on disk is the owner’s`, house.read(saturday.doc) === own, house.read(saturday.doc));
  await hears(agent, {
    doc: saturday.doc,
    proposal,
    outcome: 'rejected',
    action: 'reloaded',
    reason: REASON,
  });
}

/** The agent's next call tells it what became of the proposal, and nothing else. */
async function hears(agent, wanted) {
  const told = await agent.hear(wanted.doc);
  const same = told.length === 1 && Object.entries(wanted).every(([key, value]) => told[0][key] === value);
  check(`the agent hears that it was ${wanted.outcome}`, same, { wanted, told });
}

function preflight(house, proposal) {
  runDocket(house, ['preflight', proposal]);
  return parsed(runDocket(house, ['preflight', proposal, '--json'], { print: false }).stdout);
}

function approve(house, proposal, plan) {
  const done = runDocket(house, ['approve', proposal, '--token', plan.token, '--yes']);
  if (done.status !== 0) throw new Told(`approving ${proposal} ended with ${done.status}`);
}

function runDocket(house, args, { print = true } = {}) {
  const done = house.docket(...args);
  if (print) tell.ran(`docket ${shortened(args)}`, done);
  return done;
}

function hunkLines(refusal) {
  const clashes = [
    refusal?.details?.hunks,
    refusal?.details?.clashes?.flatMap((clash) => clash.hunks ?? []),
  ].find(Boolean);
  const lines = (clashes ?? []).flatMap(({ ours = [], theirs = [] }) => [
    ...ours.map((line) => `  yours:   ${line.trimEnd()}`),
    ...theirs.map((line) => `  agent’s: ${line.trimEnd()}`),
  ]);
  return lines.join('\n');
}

function changedLines(house) {
  const diff = house.git('diff', '--unified=0', '--no-color').split('\n');
  const changes = diff.filter((line) => /^[+-]/.test(line) && !line.startsWith('---'));
  return changes.map((line) => line.replace(/^\+\+\+ b\//, '')).join('\n');
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Told(`no JSON came back: ${text}`);
  }
}
