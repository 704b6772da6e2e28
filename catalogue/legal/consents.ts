import { legalTexts } from './texts.ts'

/**
 * What rests on consent alone and so can be withdrawn at any time (个人信息保护法 第十三条第一项, 第十五条). What
 * the office must keep by law is told, not asked.
 */
export const consentMatters = {
  photo: {
    title: '照片公开展示',
    about: '在门户的名师风采里展示您的照片。',
  },
  publicPage: {
    title: '名师公开页',
    about: '在名师风采和名师工作室里公开您的姓名、单位和主要成绩。',
  },
  byline: {
    title: '公开署名',
    about: '在您共享的资源上写您的姓名。',
  },
  recording: {
    title: '声音和影像',
    about: '在门户公开由您主讲的直播和回放。',
  },
} as const

export type ConsentMatter = keyof typeof consentMatters
export const consentMatterNames = Object.keys(consentMatters) as ConsentMatter[]

/** What somebody did, in words. */
export const consentActs: Readonly<Record<string, string>> = {
  agreed: '同意',
  read: '阅读',
  withdrawn: '撤回同意',
}

/** The name of a text or of a matter, as people read it. */
export function consentTitle(kind: string): string {
  const matters: Readonly<Record<string, { readonly title: string }>> = consentMatters
  return matters[kind]?.title ?? legalTexts.find(({ name }) => name === kind)?.title ?? kind
}

/** Contents that show somebody: found by the name and the institution in these fields, or by their author. */
export interface PersonShowing {
  readonly type: 'goodTeacher' | 'studio' | 'resource' | 'liveBroadcast'
  readonly by: { readonly name: string; readonly org: string } | 'author'
  /** What stands in place of the person after the withdrawal; null: the content is taken down. */
  readonly instead: Readonly<Record<string, string | null>> | null
}

const named = (name: string) => ({ name, org: 'org' })

/** What of the portal rests on each consent. */
export const consentShowings: Readonly<Record<ConsentMatter, readonly PersonShowing[]>> = {
  photo: [{ type: 'goodTeacher', by: named('name'), instead: { photo: null } }],
  publicPage: [
    { type: 'goodTeacher', by: named('name'), instead: null },
    { type: 'studio', by: named('host'), instead: null },
  ],
  byline: [{ type: 'resource', by: 'author', instead: { author: '作者未署名' } }],
  recording: [{ type: 'liveBroadcast', by: named('lecturer'), instead: null }],
}
