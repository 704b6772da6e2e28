import { cleanName } from '../../../catalogue/kinds/person-name.ts'
import { wordsOfRich } from '../../../catalogue/kinds/rich-text.ts'
import { sql } from '../../platform/db/sql.ts'
import { nameForms } from '../names/index.ts'
import { compared } from './filter.ts'
import { cleanRich, filesInRich, isBlankRich, picturesInRich } from './rich/rich.ts'
import { shownRich } from './rich/shown.ts'
import { plainKind, type ServerKind } from './server-kind.ts'

/** One line of text: sorted by pinyin, found by the search words of a list. */
export const textKind: ServerKind = {
  ...plainKind('text', 'text'),
  searched: true,
  sortText: (text, sortForm) => sortForm(text),
}

/** A person's name: as a line of text, but a filter finds it however its dots and spaces are typed. */
export const personNameKind: ServerKind = {
  ...textKind,
  sortText: (text) => nameForms(text).sort,
  filter: (test, expression, field) =>
    compared('contains' in test ? { contains: cleanName(test.contains) } : test, expression, field, 'text'),
}

const pictures = ['jpg', 'jpeg', 'png']

/**
 * HTML of the elements that catalogue/kinds/rich-text.ts lists. It is cleaned before it is stored and again
 * before it is shown, because hosts that links may lead to are taken off the list in between.
 */
export const richTextKind: ServerKind = {
  ...plainKind('richText', 'text'),
  searchText: wordsOfRich,
  // Only the words are searched: a search for “table” must not find the markup.
  filter: (test, expression, field) =>
    compared(test, sql`regexp_replace(${expression}, '<[^>]*>', '', 'g')`, field, 'text'),
  cleaned: (value, hosts) => {
    if (typeof value !== 'string') return value
    const clean = cleanRich(value, hosts)
    return isBlankRich(clean) ? null : clean
  },
  shown: (value, _field, around) => (typeof value === 'string' ? shownRich(value, around) : value),
  filesIn: (value) => {
    if (typeof value !== 'string') return []
    const drawn = new Set(picturesInRich(value))
    return filesInRich(value).map((id) => ({
      id,
      accept: drawn.has(id) ? pictures : undefined,
      missing: '文中有一个文件不是您上传的，请重新上传',
      wrongType: '文中的图片只能是 jpg、png 文件',
    }))
  },
}
