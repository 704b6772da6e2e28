import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PageName } from '../../catalogue/pages/entry.ts'
import { helpPictures } from '../../catalogue/pages/help-pictures.ts'
import { help } from '../../catalogue/pages/help.ts'

/** A page of the site before it is typeset. */
export interface Chapter {
  /** Its address below the site, as `how-to/upgrade.html`. */
  readonly address: string
  readonly title: string
  /** Markdown. */
  readonly text: string
  /** The file that it is made from, below the root of the program; its links are relative to that. */
  readonly source: string
}

export interface ChapterGroup {
  readonly title: string
  readonly chapters: readonly Chapter[]
}

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? ''

function chapterOf(root: string, source: string): Chapter {
  const text = readFileSync(join(root, source), 'utf8')
  const address = source.startsWith('docs/') ? source.slice('docs/'.length) : source
  return { address: address.replace(/\.md$/, '.html'), title: titleOf(text), text, source }
}

const chaptersIn = (root: string, folder: string): Chapter[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => chapterOf(root, `${folder}/${name}`))

/** The help of the portal's pages, one chapter for each. */
function helpChapters(): Chapter[] {
  return (Object.keys(help) as PageName[]).map((name) => {
    const {
      title,
      about,
      steps,
      notes = [],
    } = help[name] as (typeof help)[PageName] & {
      readonly notes?: readonly string[]
    }
    const pictures = (helpPictures[name] ?? []).map(
      ({ file, alt }) => `![${alt}](../client/features/help/pictures/${file}.webp)`,
    )
    const lines = [`# ${title}`, about, steps.map((step, at) => `${at + 1}. ${step}`).join('\n')]
    if (notes.length > 0) lines.push(notes.map((note) => `- ${note}`).join('\n'))
    return {
      address: `help/${name}.html`,
      title,
      text: [...lines, ...pictures].join('\n\n'),
      source: `docs/help-of-${name}`,
    }
  })
}

const inEnglish = ({ source }: Chapter): boolean => source.includes('.en.')

/** All chapters in the order of the site: for those who use, operate and build the portal. */
export function chapterGroups(root: string): ChapterGroup[] {
  const howTo = chaptersIn(root, 'docs/how-to')
  const operating = /\/(?:run-it|upgrade|size-it|sign-in-from-outside|connect-an-app|use-the-api)\b/
  const whole = ['README.md', 'README.en.md', 'CHANGELOG.md'].map((name) => chapterOf(root, name))
  return [
    { title: '开始', chapters: whole },
    { title: '使用', chapters: helpChapters() },
    { title: '运行', chapters: howTo.filter((one) => operating.test(one.source) && !inEnglish(one)) },
    { title: 'Operating (English)', chapters: howTo.filter(inEnglish) },
    { title: 'Developing', chapters: howTo.filter((one) => !operating.test(one.source)) },
    {
      title: 'The house',
      chapters: [
        ...chaptersIn(root, 'docs').filter(({ source }) => !source.endsWith('.gen.md')),
        ...chaptersIn(root, 'docs/rooms'),
        ...['CONTRIBUTING.md', 'SECURITY.md'].map((name) => chapterOf(root, name)),
      ],
    },
    { title: 'Decisions', chapters: chaptersIn(root, 'docs/decisions') },
  ]
}
