import type { Actor } from '../../../catalogue/access/access.ts'
import type { FoundLine } from '../../../catalogue/contract/finding.ts'
import { menuFor, pagesBelow } from '../../../catalogue/pages/menus.ts'
import { otherWords } from '../../../catalogue/pages/other-words.ts'
import { match } from '../../../catalogue/pages/pages.ts'
import { isSlot } from '../../../catalogue/own/slot-names.ts'
import { seesType } from '../../engine/records/index.ts'
import type { FindingNeeds } from './options.ts'
import { previewOf } from './preview.ts'

/** Pinyin of the titles that were looked through, which never change while the process runs. */
const forms = new Map<string, string>()

/** Whether a title contains the text, or its pinyin or initials begin with it. */
function isMeant(sortForm: (text: string) => string, title: string, q: string): boolean {
  if (title.includes(q)) return true
  const latin = q.toLowerCase().replaceAll(' ', '')
  if (!/^[a-z]+$/.test(latin)) return false
  const form = forms.get(title) ?? sortForm(title)
  forms.set(title, form)
  const [pinyin = '', initials = ''] = form.split('|')
  return initials.startsWith(latin) || pinyin.replaceAll(' ', '').startsWith(latin)
}

/**
 * Pages in the menus of the role (others need a number in their address), by title or by what people call
 * what is done there, and the types of records at the place where the role works on them.
 */
export function pagesFound({ config, engine, placeOf }: FindingNeeds, actor: Actor, q: string): FoundLine[] {
  // Where duties are not separate every administrator has all of them, whatever is stored.
  const duties = config.separateDuties ? (actor.duties ?? null) : null
  const meant = (title: string) => isMeant(engine.sortForm, title, q)
  const types = Object.values(engine.records).flatMap((definition) => {
    const works = isSlot(definition.name) && !definition.review ? 'office' : 'review'
    const link = placeOf(definition.name, null, actor.role === 2 ? 'section' : works, actor.role)
    if (link === null || !seesType(actor, definition) || !meant(definition.title)) return []
    return [
      {
        title: definition.title,
        detail: '',
        note: actor.role === 2 ? '填报和查看' : '审核',
        link,
        preview: previewOf([]),
      },
    ]
  })
  const named = new Set(types.map(({ title }) => title))
  const own = Object.values(engine.records).filter(({ name }) => isSlot(name))
  const entries = menuFor(actor.role, null, duties, own)
    .flatMap(pagesBelow)
    // The short title of a menu leans on the words around it; whoever read it there may type it.
    .map(({ title, path, page }) => ({
      path,
      short: title,
      page,
      title: match(path, actor.role)?.title ?? title,
    }))
    .flatMap((one) => {
      if (named.has(one.title)) return []
      if (meant(one.title) || meant(one.short)) return [{ ...one, detail: '' }]
      const word = otherWords[one.page]?.find(meant)
      return word === undefined ? [] : [{ ...one, detail: word }]
    })
    // An archive stands in several menus under one title; the first stands for all.
    .filter(({ title }, i, all) => all.findIndex((one) => one.title === title) === i)
    .toSorted((a, b) => Number(a.detail !== '') - Number(b.detail !== ''))
    .map(({ title, detail, path }) => ({ title, detail, note: '页面', link: path, preview: previewOf([]) }))
  return [...entries, ...types]
}
