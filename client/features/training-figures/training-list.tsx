import type { TrainingGroup } from '../../../catalogue/figures/training.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { BehindList, columnsTaken } from '../../engine/figures/behind-list.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { withQuery } from '../../platform/api/with-query.ts'
import { askedOf, useBehind, type Question } from './use-figures.ts'

const ofPeople = ['姓名', '单位'] as const
const ofSessions = ['课程', '地点'] as const

/** What stands behind one number of the statistics of training. */
export function TrainingList(props: { entry: PageEntry; group: TrainingGroup; question: Question }) {
  const { entry, group, question } = props
  const { of, page, setPage } = useAsked(['row', 'column', 'by'])
  const asked = { ...question, row: of('row'), column: of('column') }
  const answer = useBehind(group, asked, page)
  return (
    <Loaded answer={answer} failed="名单没能打开" lines={12}>
      {(data) => (
        <BehindList
          data={data}
          stale={answer.isPlaceholderData}
          onPage={setPage}
          back={withQuery(entry.path, { ...askedOf(question), by: of('by') })}
          heads={data.unit === '场' ? ofSessions : ofPeople}
          taken={
            <ExportButton
              title={data.title}
              list="train/statistics-list"
              query={{ ...askedOf(asked), group_by: group }}
              columns={columnsTaken(data, ofPeople)}
              total={data.total}
              unit={data.unit}
            />
          }
        />
      )}
    </Loaded>
  )
}
