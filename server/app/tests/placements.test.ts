import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  distribute,
  obstacles,
  placementsOf,
  readShapes,
  undeclared,
} from '../../platform/db/cluster/index.ts'
import { openTestDatabase, type TestDatabase } from '../../platform/db/testing/test-database.ts'
import { administer } from '../../platform/db/testing/test-server.ts'
import { placementGroups } from '../placements.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await openTestDatabase('placements')
})
afterAll(() => test.drop())

const faults = async () => {
  const shapes = await readShapes(test.db)
  const placements = placementsOf(placementGroups)
  return [
    ...undeclared(
      placementGroups,
      shapes.map(({ name }) => name),
    ),
    ...shapes.flatMap((shape) => obstacles(shape, placements)),
  ]
}

describe('where tables live on a distributed PostgreSQL', () => {
  it('every table says it, every name is a table, and its keys allow it', async () => {
    expect(await faults()).toEqual([])
  })

  it('a table that says nothing and a name without a table are found', async () => {
    expect(undeclared(placementGroups, [...placementsOf(placementGroups).keys(), 'new_table'])).toEqual([
      '表 new_table 没有说明放在哪里。',
    ])
    const [first, ...rest] = placementsOf(placementGroups).keys()
    expect(undeclared(placementGroups, rest)).toEqual([`数据库中没有表 ${first}。`])
  })

  it('keys, triggers and foreign keys that the nodes cannot keep are found', async () => {
    await administer(
      test.ownerUrl,
      `create unique index reminder_record on reminder (record_id);
       create unique index reminder_lower on reminder (lower(field), owner_id);
       create trigger reminder_noticed before update on reminder for each row
         execute function suppress_redundant_updates_trigger();
       alter table quality_check add constraint of_client foreign key (owner_id) references client (id);
       alter table saved_view add column seen int references quality_check (owner_id);`,
    )
    expect(await faults()).toEqual([
      '表 quality_check 的外键指向只在协调节点的表 client，不能分布。',
      '表 reminder 有触发器 reminder_noticed，只能留在协调节点。',
      '表 reminder 的唯一约束 reminder_record 不含 owner_id，不能按 owner_id 分布。',
      '表 saved_view 的外键指向按所有者分布的表 quality_check，但不含双方的分布列。',
    ])
  })

  it('nothing is distributed where Citus is missing', async () => {
    const lines: string[] = []
    await expect(distribute(test.db, placementGroups, (line) => lines.push(line))).rejects.toThrow(
      '这个数据库没有 Citus 扩展',
    )
    expect(lines).toEqual([])
  })
})
