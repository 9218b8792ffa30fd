// The screen as Ink sees it: boxes with one sentinel a row. The lines themselves go to the painter.

import { EventEmitter } from 'node:events';
import { Box, render, Text } from 'ink';
import { memo, useEffect, useSyncExternalStore } from 'react';
import type { Shown } from './events.ts';
import { type Pane, sentinel } from './frame.ts';
import { type Layout, sameLayout } from './layout.ts';
import type { Painter } from './painter.ts';
import { PARTS, type Part, type Screen, screenOf } from './screen.ts';
import type { Store } from './store.ts';
import { type Line, makePaint } from './style.ts';

export interface AppOptions {
  readonly store: Store;
  readonly painter: Painter;
  readonly colors: boolean;
  /** Told before each frame is handed over: what it will show. */
  readonly showing: (shown: Shown) => void;
}

/** Puts the app on the painter; the answer ends it. Rejects `failed` when a component throws. */
export function mountApp(options: AppOptions, failed: (error: unknown) => void): () => void {
  const inert = Object.assign(new EventEmitter(), {
    isTTY: false,
    setEncoding() {},
    read: () => null,
    ref() {},
    unref() {},
  });
  const app = render(<App {...options} paint={makePaint(options.colors)} />, {
    stdout: options.painter as unknown as NodeJS.WriteStream,
    stderr: options.painter as unknown as NodeJS.WriteStream,
    stdin: inert as unknown as NodeJS.ReadStream,
    debug: true,
    patchConsole: false,
    exitOnCtrlC: false,
    concurrent: true,
    isScreenReaderEnabled: false,
  });
  app.waitUntilExit().catch(failed);
  return () => app.unmount();
}

interface AppProps extends AppOptions {
  readonly paint: (line: Line, cells: number) => string;
}

function App({ store, painter, paint, showing }: AppProps) {
  const state = useSyncExternalStore(store.subscribe, store.state, store.state);
  const screen = screenOf(state);
  // A layout effect would count as a change of the tree, and Ink would lay out everything again.
  useEffect(() => {
    painter.show(panesOf(screen, paint));
    showing(screen.shown);
  });
  return <Frame layout={screen.layout} rows={state.size.rows} />;
}

/** Laid out anew only when a part's size changed: a key that changes lines alone costs Ink nothing. */
const Frame = memo(
  function Frame({ layout, rows }: { layout: Layout; rows: number }) {
    const part = (name: Part, width: number, height: number) =>
      width > 0 && height > 0 ? (
        <Canvas key={name} pane={PARTS.indexOf(name)} width={width} height={height} />
      ) : null;
    return (
      <Box flexDirection="column" width={layout.columns} height={rows}>
        {part('header', layout.columns, layout.header)}
        {part('banner', layout.columns, layout.banner)}
        <Box width={layout.columns} height={layout.body}>
          {part('list', layout.list, layout.body)}
          {layout.list > 0 && layout.text > 0 ? part('divider', 1, layout.body) : null}
          {part('text', layout.text, layout.body)}
        </Box>
        {part('sheet', layout.columns, layout.sheet)}
        {part('line', layout.columns, layout.line)}
        {part('footer', layout.columns, layout.footer)}
      </Box>
    );
  },
  (before, after) => before.rows === after.rows && sameLayout(before.layout, after.layout),
);

const Canvas = memo(function Canvas({
  pane,
  width,
  height,
}: {
  pane: number;
  width: number;
  height: number;
}) {
  const rows = [...Array(height).keys()].map((row) => sentinel(pane, row));
  return (
    <Box width={width} height={height} flexShrink={0}>
      <Text wrap="truncate">{rows.join('\n')}</Text>
    </Box>
  );
});

function panesOf({ layout, parts }: Screen, paint: AppProps['paint']): Map<number, Pane> {
  const widths: Partial<Record<Part, number>> = { list: layout.list, divider: 1, text: layout.text };
  return new Map(
    PARTS.map((name, pane) => {
      const width = widths[name] ?? layout.columns;
      return [pane, { width, lines: parts[name].map((line) => paint(line, width)) }];
    }),
  );
}
