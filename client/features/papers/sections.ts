import type { PaperQuestion } from '../../../catalogue/contract/papers.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PaperItem, PaperSection, PaperValue } from '../../../catalogue/papers/value.ts'

/** Where an item stands: its section and its place there. */
export interface ItemPlace {
  readonly section: number
  readonly at: number
}

type Sections = PaperValue['sections']

const withSection = (sections: Sections, at: number, change: (one: PaperSection) => PaperSection): Sections =>
  sections.map((one, i) => (i === at ? change(one) : one))

export const changeSection = (sections: Sections, at: number, part: Partial<PaperSection>): Sections =>
  withSection(sections, at, (one) => ({ ...one, ...part }))

export const changeItem = (
  sections: Sections,
  { section, at }: ItemPlace,
  part: Partial<PaperItem>,
): Sections =>
  withSection(sections, section, (one) => ({
    ...one,
    items: one.items.map((item, i) => (i === at ? { ...item, ...part } : item)),
  }))

export const dropItem = (sections: Sections, { section, at }: ItemPlace): Sections =>
  withSection(sections, section, (one) => ({ ...one, items: one.items.filter((_, i) => i !== at) }))

/** Moves an item to a place, also of another section. */
export function moveItem(sections: Sections, from: ItemPlace, to: ItemPlace): Sections {
  const item = sections[from.section]?.items[from.at]
  if (!item || !sections[to.section]) return sections
  return withSection(dropItem(sections, from), to.section, (one) => ({
    ...one,
    items: [...one.items.slice(0, to.at), item, ...one.items.slice(to.at)],
  }))
}

/** One place up or down, into the next section at its ends. */
export function stepItem(sections: Sections, { section, at }: ItemPlace, by: -1 | 1): Sections {
  const length = sections[section]?.items.length ?? 0
  if (at + by >= 0 && at + by < length) return moveItem(sections, { section, at }, { section, at: at + by })
  const other = sections[section + by]
  if (!other) return sections
  return moveItem(sections, { section, at }, { section: section + by, at: by > 0 ? 0 : other.items.length })
}

const formName = (form: string | null): string => (form === null ? '试题' : labelOf('questionForm', form))

/** Adds a question to the section of its form, or begins one. */
export function addQuestion(sections: Sections, { question, no, form, score }: PaperQuestion): Sections {
  const item: PaperItem = { question, no, score: null, locked: false }
  const known = sections.findIndex((one) => one.form === form)
  if (known >= 0)
    return withSection(sections, known, (one) => ({
      ...one,
      items: [...one.items, one.scorePer === null ? { ...item, score } : item],
    }))
  const begun: PaperSection = {
    title: formName(form),
    form,
    note: '',
    scorePer: score ?? 3,
    shuffles: true,
    choose: null,
    items: [item],
  }
  return [...sections, begun]
}

/** The sections that a blueprint asks for, filled by what was chosen for its rows. */
export function sectionsOf(
  rows: readonly { readonly form: string | null; readonly score: number }[],
  chosen: readonly (readonly PaperQuestion[])[],
  before: Sections,
): Sections {
  const locked = new Set(
    before.flatMap(({ items }) => items.filter((one) => one.locked).map(({ question }) => question)),
  )
  return rows.map((row, at) => ({
    title: before[at]?.title || formName(row.form),
    form: row.form,
    note: before[at]?.note ?? '',
    scorePer: row.score,
    shuffles: before[at]?.shuffles ?? true,
    choose: null,
    items: (chosen[at] ?? []).map(({ question, no }) => ({
      question,
      no,
      score: null,
      locked: locked.has(question),
    })),
  }))
}
