import { describe, expect, it } from 'vitest'
import type { LibraryLine } from '../../../catalogue/contract/library.ts'
import { emptyText, hasRoomBar, roomText, scoreText, tabsAt, underTitle, usesText } from './words.ts'

const line: LibraryLine = {
  id: 1,
  title: '圆',
  author: '林疏影',
  org: '听潮中学',
  form: '02',
  format: 'ppt',
  bytes: 2_097_152,
  stage: '3',
  subject: '14',
  grade: '09',
  licence: '3',
  reach: '2',
  publishedAt: '2026-11-20T08:00:00+08:00',
  chapters: [],
  uses: { people: 0, institutions: 0 },
  score: { people: 0, value: null },
  kept: false,
  own: false,
  newer: false,
  gone: false,
}

describe('the words of a library', () => {
  it('say below a title what it is, how large, and whose', () => {
    expect(underTitle(line)).toBe('课件　演示文稿 2.0 MB　林疏影　听潮中学')
    expect(underTitle({ ...line, form: null, format: null, bytes: null, author: '' })).toBe('听潮中学')
  })

  it('give no score below five ratings, and no uses where there are none', () => {
    expect([usesText(line), scoreText(line)]).toEqual(['–', '–'])
    expect(scoreText({ ...line, score: { people: 2, value: null } })).toBe('2 人评')
    expect(scoreText({ ...line, score: { people: 12, value: 4.7 } })).toBe('4.7（12 人）')
    expect(usesText({ ...line, uses: { people: 63, institutions: 14 } })).toBe('14 个单位 63 人')
  })

  it('open each page with its own part', () => {
    const first = (path: string) => tabsAt(path)[0]?.key
    expect(['/teacher/bxzy', '/city/gxzy', '/school/xxxbzyk', '/area/xqqyzyk'].map(first)).toEqual([
      'all',
      'others',
      'own',
      'region',
    ])
    expect(tabsAt('/school/xxxbzyk').some(({ key }) => key === 'mine')).toBe(false)
  })

  it('say of an empty chapter that it is the chapter', () => {
    expect(emptyText('own', true, true)).toBe('本章暂无校本资源。')
    expect(emptyText('all', true, false)).toBe('没有符合条件的资源。')
  })

  it('say what is taken of a room, where somebody can do something about it', () => {
    expect(roomText({ used: 1_288_490_189, granted: 5 * 1024 ** 3 })).toBe('已用 1.2 GB，共 5.0 GB')
    expect(hasRoomBar('/teacher/bxzy', 'mine')).toBe(true)
    expect(hasRoomBar('/school/xxxbzyk', 'own')).toBe(true)
    expect(hasRoomBar('/teacher/bxzy', 'own')).toBe(false)
    expect(tabsAt('/area/xqqyzyk').map(({ label }) => label)).toContain('学校空间')
  })
})
