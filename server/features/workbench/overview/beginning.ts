import type { BeginningStep } from '../../../../catalogue/contract/administration/overview.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

interface Counted {
  readonly root: number
  readonly named: boolean
  readonly administrators: number
  readonly below: number
  readonly schools: number
  readonly offices: number
  readonly teachers: number
}

/**
 * The steps from an empty portal to a working region, in their order; null once somebody teaches in a school
 * whose office can review. Each is done when what it is about is there, whoever did it.
 */
export async function beginningOf(db: Queryable): Promise<BeginningStep[] | null> {
  const found = await db.one<Counted>(sql`
    select root.id as root, root.area_code <> '000000' as named,
      (select count(distinct person_id)::int from identity
        where role = 1 and state = 'enabled' and lent_by is null) as administrators,
      (select count(*)::int from (select 1 from institution where parent_id = root.id limit 1) b) as below,
      (select count(*)::int from (select 1 from institution where level = 'school' limit 1) s) as schools,
      (select count(*)::int from (select 1 from identity
        where role = 3 and state = 'enabled' limit 1) o) as offices,
      (select count(*)::int from (select 1 from teacher limit 1) t) as teachers
    from institution root
    where root.parent_id is null
    order by root.id
    limit 1`)
  const steps = stepsOf(found)
  return steps.every(({ done }) => done) ? null : steps
}

function stepsOf({ root, ...found }: Counted): BeginningStep[] {
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
