import { notice, policy, trainingNews } from './articles.ts'
import type { AnyContent, ContentName } from './define.ts'
import { banner, goodTeacher, homeLink, middleBlock, moreLink } from './front.ts'
import { course, liveBroadcast, resource, studio, teachingActivity } from './teaching.ts'
import { aboutPage, centrePage, productPage, siteConfig } from './standing-pages.ts'

/** Every type of content by its name. */
export const contents: Readonly<Record<ContentName, AnyContent>> = {
  policy,
  notice,
  trainingNews,
  banner,
  homeLink,
  moreLink,
  middleBlock,
  goodTeacher,
  productPage,
  centrePage,
  aboutPage,
  siteConfig,
  teachingActivity,
  liveBroadcast,
  course,
  studio,
  resource,
}

/** The declaration of a name from outside; undefined where there is none. */
export function contentOf(name: string): AnyContent | undefined {
  return Object.hasOwn(contents, name) ? contents[name as ContentName] : undefined
}
