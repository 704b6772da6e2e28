import { contents } from '../../../catalogue/contents/contents.ts'
import type { LegalText } from '../../../catalogue/contract/portal/legal.ts'
import type { PublicContent } from '../../../catalogue/contract/portal/portal.ts'
import { builtInEdition, legalTexts, type LegalName } from '../../../catalogue/legal/texts.ts'
import { liveFirst, seen, type PublishingNeeds } from '../../engine/publishing/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { sql } from '../../platform/db/sql.ts'
import { builtIn, type Installation } from './built-in.ts'

/** Dependencies of the calls. */
export interface Legal {
  readonly publishing: PublishingNeeds
  readonly config: Config
}

/** An edition in force: of a content and its version, or of the text that comes with the program. */
export interface Edition {
  readonly edition: string
  readonly contentId: number | null
  readonly contentNo: number | null
}

const textOf = (one: PublicContent | undefined, key: string): string => {
  const value = one?.[key]
  return typeof value === 'string' ? value : ''
}

/** The editions in force, by kind: one small read of the live contents. */
export async function editionsInForce({ publishing }: Legal): Promise<ReadonlyMap<LegalName, Edition>> {
  const rows = await publishing.db.query<Edition & { readonly kind: string }>(sql`
    select c.type as kind, c.live ->> 'edition' as edition, c.id as "contentId",
      c.live_no as "contentNo"
    from content c
    where ${sql.join(
      legalTexts.map(({ name }) => sql`(${seen(contents[name], null)})`),
      ' or ',
    )}
    order by c.publish_at, c.id`)
  return new Map(
    legalTexts.map(({ name }): [LegalName, Edition] => [
      name,
      rows.findLast((row) => row.kind === name) ?? {
        edition: builtInEdition,
        contentId: null,
        contentNo: null,
      },
    ]),
  )
}

async function installationOf({ publishing, config }: Legal): Promise<Installation> {
  const [site] = await liveFirst(publishing, null, contents.siteConfig, { most: 1 })
  const ways = [
    textOf(site, 'hotline') && `服务热线：${textOf(site, 'hotline')}`,
    textOf(site, 'supportMail') && `邮箱：${textOf(site, 'supportMail')}`,
  ].filter((way) => way !== '')
  return {
    operator: textOf(site, 'name') || '本区域教育行政部门',
    platform: textOf(site, 'platName') || '教师发展与教研平台',
    contact: ways.length > 0 ? `${ways.join('；')}。` : '请联系所在单位的管理员，由其转达。',
    kept: config,
  }
}

/** The text in force: the published one, else the one that comes with the program. */
export async function textInForce(legal: Legal, name: LegalName): Promise<LegalText> {
  const [live] = await liveFirst(legal.publishing, null, contents[name], { most: 1 })
  if (live === undefined) return builtIn(name, await installationOf(legal))
  return {
    name,
    title: textOf(live, 'title'),
    edition: textOf(live, 'edition'),
    effectiveOn: textOf(live, 'effectiveOn'),
    changes: textOf(live, 'changes'),
    builtIn: false,
    html: textOf(live, 'content'),
  }
}
