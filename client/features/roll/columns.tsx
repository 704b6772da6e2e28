import { Link } from 'react-router'
import {
  contactFields,
  contactType,
  rollColumns,
  rollType,
  standsIn,
  type RollLine,
} from '../../../catalogue/contract/archive/roll.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { documentPath } from '../../engine/archive-path.ts'
import { clientKind } from '../../engine/kinds/kinds.ts'
import { FieldValue } from '../../engine/record/field-value.tsx'
import { definitionOf } from '../../engine/registry.ts'
import type { LineColumn } from '../../ui/layout/line-table.tsx'
import { Meter } from '../../ui/layout/meter.tsx'
import { Name } from '../../ui/look/name.tsx'
import { AlikeMark } from './alike-mark.tsx'
import { RowMenu } from './row-menu.tsx'

/**
 * A column of the roll; the chooser cannot hide a fixed one, and the card of a phone has a few of them only.
 */
export type RollColumn = LineColumn<RollLine> & { readonly fixed?: boolean; readonly onPhone?: true }

/** Columns of the basic information, shown as its own lists show them. */
function fieldColumns(keys: readonly string[], type = rollType): RollColumn[] {
  const fields = definitionOf(type)?.fields ?? {}
  return keys.flatMap((key) => {
    const field = fields[key]
    if (!field) return []
    return [
      {
        key,
        title: field.label,
        ...(key === 'mainSubject' && { onPhone: true as const }),
        ...(clientKind(field).figure && { figure: true as const }),
        render: ({ values }: RollLine) => <FieldValue field={field} value={values[key]} none="" />,
      },
    ]
  })
}

/** The status of a person; whoever serves at their post needs no mark. */
export function Status({ status }: { status: string }) {
  const kind = standsIn('away', status) ? 'roll-away' : standsIn(undefined, status) ? '' : 'roll-gone'
  return <span className={kind}>{labelOf('employmentStatus', status)}</span>
}

const name = (roll: string): RollColumn => ({
  key: 'name',
  onPhone: true,
  title: '姓名',
  sort: 'name',
  fixed: true,
  wide: true,
  render: (line) => (
    <>
      <Link to={documentPath(line.teacherId, {}, { roll })} className="roll-name">
        <Name value={line.name} />
      </Link>
      <AlikeMark line={line} />
    </>
  ),
})

const institution: RollColumn = {
  key: 'institution',
  onPhone: true,
  title: '单位',
  render: (line) => <span className="roll-place">{line.institution}</span>,
}
const status: RollColumn = {
  key: 'status',
  onPhone: true,
  title: '人员状态',
  render: (line) => <Status status={line.status} />,
}
const percent: RollColumn = {
  key: 'percent',
  onPhone: true,
  title: '完整度',
  render: (line) => (
    <span className="roll-meter">
      <Meter percent={line.percent} label={`${line.name}的档案完整度`} />
      <span className="x-num">{line.percent}%</span>
    </span>
  ),
}
const missing: RollColumn = {
  key: 'missing',
  onPhone: true,
  title: '缺项',
  render: ({ missing: sections, recordId }) => {
    if (recordId === null) return <span className="roll-wait">无基本信息</span>
    if (sections.length === 0) return null
    const shown = sections.slice(0, 2).join('、')
    return (
      <span className="x-soft roll-missing" title={sections.join('、')}>
        {sections.length > 2 ? `${shown}等 ${sections.length} 项` : shown}
      </span>
    )
  },
}
const pending: RollColumn = {
  key: 'pending',
  title: '待审',
  figure: true,
  render: (line) => <Figure value={line.pending} tone="roll-wait" />,
}
const returned: RollColumn = {
  key: 'returned',
  title: '退回',
  figure: true,
  render: (line) => <Figure value={line.returned} tone="roll-wrong" />,
}
const acts: RollColumn = {
  key: 'acts',
  onPhone: true,
  title: '办理',
  fixed: true,
  render: (line) => <RowMenu line={line} />,
}

const Figure = ({ value, tone }: { value: number; tone: string }) => (
  <span className={`x-num ${value > 0 ? tone : 'x-faint'}`}>{value}</span>
)

/**
 * The columns of the roll: those shown unasked, and others to add.
 * @param many whether the list has people of several institutions
 */
export function columnsOf(many: boolean, roll: string): { usual: RollColumn[]; others: RollColumn[] } {
  return {
    usual: [
      name(roll),
      ...(many ? [institution] : []),
      ...fieldColumns(rollColumns.usual),
      status,
      percent,
      missing,
      pending,
      acts,
    ],
    others: [...fieldColumns(rollColumns.others), ...fieldColumns(contactFields, contactType), returned],
  }
}
