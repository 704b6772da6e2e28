import { linkTo, made, standPlain } from './plain.ts'

/** What of the answer of /api/v1/workbench is read here (catalogue/contract/workspace.ts). */
export interface Home {
  readonly greeting: string
  readonly note: string
  readonly todos: readonly {
    readonly title: string
    readonly lines: readonly string[]
    readonly verb: string
    readonly link: string
  }[]
}

/** On a fast line the page itself stands by then. */
const shownAfter = 2_000

/**
 * Writes what waits for the reader into the page, to be read and followed while the scripts of a slow line
 * are still coming; they draw over it. Nothing of the answer is read as markup.
 */
export function writePlainHome({ greeting, note, todos }: Home): void {
  const lines = todos.map(({ title, lines, verb, link }) =>
    made(
      'li',
      link === '' ? title : linkTo(link, `${verb}：${title}`),
      ...lines.map((line) => made('p', line)),
    ),
  )
  const nothing = made('p', '暂无待办事项。')
  const main = made(
    'main',
    made('h1', greeting),
    made('p', note),
    lines.length > 0 ? made('ul', ...lines) : nothing,
  )
  standPlain(main, shownAfter)
}
