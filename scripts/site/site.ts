/**
 * `npm run documents`: the documents and the help of the portal as a static, searchable site in `dist-documents`,
 * which a portal serves at /documents. It asks nothing of anybody outside and works from a folder, too.
 */
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { version } from '../../catalogue/version.ts'
import { chapterGroups, type Chapter } from './chapters.ts'
import { pageOf, type Places } from './typeset.ts'

const own = import.meta.dirname

/** The words of a chapter without its marks, for the search. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/```[\s\S]*?```/g, ' ')
    .replaceAll(/[#*_`|>[\]()-]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

async function put(out: string, address: string, text: string): Promise<void> {
  await mkdir(dirname(join(out, address)), { recursive: true })
  await writeFile(join(out, address), text)
}

/**
 * Builds the site and puts it in the place of the one before: two starts may build at once.
 * @param root folder of the program
 * @param place folder of the site
 */
export async function renewSite(root: string, place: string): Promise<void> {
  const draft = `${place}.${process.pid}`
  await buildSite(root, draft)
  await rm(place, { recursive: true, force: true })
  // Another start may have put its own there in between.
  await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }))
}

/**
 * Writes the site.
 * @param root folder of the program
 * @param out an empty folder
 */
export async function buildSite(root: string, out: string): Promise<void> {
  await mkdir(join(out, 'pictures'), { recursive: true })
  const groups = chapterGroups(root)
  const chapters = groups.flatMap((group) => group.chapters)
  const pictures = new Map<string, string>()
  const places: Places = {
    pages: new Map(chapters.map(({ source, address }) => [source, address] as const)),
    picture(file) {
      const address = `pictures/${basename(file)}`
      pictures.set(file, address)
      return address
    },
  }
  for (const chapter of chapters) await put(out, chapter.address, pageOf(chapter, groups, places, version))
  const [first] = chapters
  if (first)
    await put(out, 'index.html', pageOf({ ...first, address: 'index.html' }, groups, places, version))
  for (const [file, address] of pictures) await copyFile(join(root, file), join(out, address))
  for (const name of ['site.css', 'search.js']) await copyFile(join(own, name), join(out, name))
  const index = ({ address, title, text }: Chapter) => ({ address, title, text: wordsOf(text) })
  await writeFile(join(out, 'search.json'), JSON.stringify(chapters.map(index)))
}

if (import.meta.main) {
  setPriority(constants.priority.PRIORITY_LOW)
  const root = join(own, '../..')
  await renewSite(root, join(root, 'dist-documents'))
}
