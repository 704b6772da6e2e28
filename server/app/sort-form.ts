import { pinyin } from 'pinyin-pro'

/**
 * Pinyin of a text that is no person's name (of those: engine/names) for sorting and searching, surname
 * readings first (单 shàn, 曾 zēng), then the initials: 张三 → `zhang san|zs`. Stored, so that order does not
 * depend on a server's collation version.
 */
export function sortForm(text: string): string {
  const parts = pinyin(text, { toneType: 'none', type: 'array', surname: 'head', nonZh: 'consecutive' })
  const clean = parts
    .map((part) =>
      part
        .toLowerCase()
        .replaceAll('ü', 'v')
        .replace(/[^a-z0-9]/g, ''),
    )
    .filter(Boolean)
  return `${clean.join(' ')}|${clean.map((part) => part[0]).join('')}`.slice(0, 180)
}
