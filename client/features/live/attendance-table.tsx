import type { LiveAttendance } from '../../../catalogue/contract/teaching/live-rooms.ts'
import { thousands } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'

/** Whole minutes, as they are shown. */
export const minutes = (seconds: number): string => thousands(Math.floor(seconds / 60))

/** Who was at a broadcast and for how long; `none` is said of an empty list. */
export function AttendanceTable({
  list,
  more,
  none,
}: Pick<LiveAttendance, 'list' | 'more'> & { none: string }) {
  if (list.length === 0) return <Empty text={none} />
  return (
    <>
      <LineTable
        label="参加的人"
        lines={list.map((line, place) => ({ ...line, place }))}
        columns={columns}
        keyOf={({ place }) => String(place)}
        stale={false}
      />
      {more && <p className="x-soft">只列出看得最久的 5 000 人。</p>}
    </>
  )
}

const columns: readonly LineColumn<LiveAttendance['list'][number]>[] = [
  { key: 'name', title: '姓名', wide: true, render: ({ name }) => name },
  { key: 'school', title: '单位', render: ({ school }) => school },
  { key: 'minutes', title: '分钟', figure: true, render: ({ seconds }) => minutes(seconds) },
  { key: 'percent', title: '占比', figure: true, render: ({ percent }) => `${percent}%` },
  { key: 'present', title: '到场', render: ({ present }) => (present ? '是' : '不足 80%') },
]
