import type { BeginningStep, Connection } from '../../../../catalogue/contract/administration/overview.ts'
import { contents } from '../../../../catalogue/contents/contents.ts'
import { forAll, isOpened } from '../../../engine/publishing/index.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

interface RegionCounts {
  readonly root: number
  readonly named: boolean
  readonly administrators: number
  readonly below: number
  readonly schools: number
  readonly offices: number
  readonly teachers: number
  readonly site: boolean
  readonly opened: boolean
  readonly putOff: readonly string[]
}

/** Facts that decide the steps, beside the database. */
export interface BeginningGiven {
  readonly connections: readonly Connection[]
  /** The demo region goes nowhere: it has no gateway, no backup and no domain, and nobody waits for them. */
  readonly demo: boolean
}

/**
 * The steps from an empty portal to a working region, in their order; null once each is done or put off. A
 * step is done when what it is about is there, whoever did it.
 */
export async function beginningOf(db: Queryable, given: BeginningGiven): Promise<BeginningStep[] | null> {
  const found = await db.one<RegionCounts>(sql`
    select root.id as root, root.area_code <> '000000' as named,
      (select count(distinct person_id)::int from identity
        where role = 1 and state = 'enabled' and lent_by is null) as administrators,
      (select count(*)::int from (select 1 from institution where parent_id = root.id limit 1) b) as below,
      (select count(*)::int from (select 1 from institution where level = 'school' limit 1) s) as schools,
      (select count(*)::int from (select 1 from identity
        where role = 3 and state = 'enabled' limit 1) o) as offices,
      (select count(*)::int from (select 1 from teacher limit 1) t) as teachers,
      exists (select 1 from content c where ${forAll(contents.siteConfig)}) as site,
      ${isOpened} as opened,
      (select put_off from portal_start) as "putOff"
    from institution root
    where root.parent_id is null
    order by root.id
    limit 1`)
  const steps = [...regionSteps(found), ...(given.demo ? [] : runningSteps(found, given.connections))].map(
    (step) => ({
      ...step,
      mayWait: mayWait.has(step.key),
      putOff: !step.done && found.putOff.includes(step.key),
    }),
  )
  return steps.every(({ done, putOff }) => done || putOff) ? null : steps
}

/** Steps that a region can do without for a while. */
export const mayWait: ReadonlySet<string> = new Set(['name', 'sending', 'backup', 'domain', 'portal'])

type Step = Omit<BeginningStep, 'mayWait' | 'putOff'>

function regionSteps({ root, ...found }: RegionCounts): Step[] {
  return [
    {
      key: 'region',
      title: '确定平台给谁使用',
      note: '定下省级、市级还是县区级，改成教育局的名称，填写所属区划',
      link: `/appCore/institutions?id=${root}`,
      done: found.named,
    },
    {
      key: 'second',
      title: '增加第二位系统管理员',
      note: '县区以上的身份要由两位管理员办理：一位申请，另一位确认',
      link: '/appCore/userSetEdit',
      done: found.administrators > 1,
    },
    {
      key: 'bureaus',
      title: '新增下级教育局和直属学校',
      note: '可以逐个新增，也可以从表格里复制名单粘贴',
      link: `/appCore/institutions`,
      done: found.below > 0,
    },
    {
      key: 'schools',
      title: '新增学校',
      note: '由县区自己新增，或在这里代为新增；先给教育局开账号，县区就能自己办理',
      link: '/appCore/schools',
      done: found.schools > 0,
    },
    {
      key: 'offices',
      title: '给学校开办公账号',
      note: '县区在“机构管理 — 账号管理”里给学校开账号，学校再给教师开账号',
      link: '/appCore/userSet?role=3',
      done: found.offices > 0,
    },
    {
      key: 'teachers',
      title: '有了第一位教师',
      note: '教师登录后按首页的步骤建立档案，学校审核',
      link: '/appCore/userSet?role=2',
      done: found.teachers > 0,
    },
  ]
}

const connectionsLink = '/appCore/overview#connections'

/** Steps for the portal's connections and its opening day. */
function runningSteps({ site, opened }: RegionCounts, connections: readonly Connection[]): Step[] {
  const isOn = (key: Connection['key']) => connections.some((one) => one.key === key && one.state === 'on')
  return [
    {
      key: 'name',
      title: '平台名称和标志',
      note: '门户顶部的平台名称、单位名称、标志，页脚的热线和备案号',
      link: '/appCore/uppage?tab=siteConfig',
      done: site,
    },
    {
      key: 'sending',
      title: '接通短信和邮件',
      note: '接通以前，一次性密码只能打印，验证码和提醒发不出去',
      link: connectionsLink,
      done: isOn('sms') && isOn('mail'),
    },
    {
      key: 'backup',
      title: '设置备份',
      note: '由运维人员在服务器上设置每天备份，并试恢复一次',
      link: connectionsLink,
      done: isOn('backup'),
    },
    {
      key: 'domain',
      title: '域名和 HTTPS',
      note: '由运维人员设置 PUBLIC_ORIGIN 和证书，之后在这里测试',
      link: connectionsLink,
      done: isOn('domain'),
    },
    {
      key: 'portal',
      title: '开通门户',
      note: '开通以前，访客只看到“门户正在准备”；有了第一批内容再开通',
      link: connectionsLink,
      done: opened,
    },
  ]
}
