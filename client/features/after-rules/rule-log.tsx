import { useState } from 'react'
import type { AfterRuleView, AfterRun } from '../../../catalogue/contract/administration/after-rules.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { useAfterActs, useAfterRuns } from './use-after-rules.ts'
import { ruleWords } from './words.ts'

const states: Readonly<Record<AfterRun['state'], string>> = {
  waiting: '等待办理',
  done: '已办理',
  failed: '失败',
  stopped: '没有办理',
  undoing: '正在撤回',
  undone: '已撤回',
}

const columns: readonly LineColumn<AfterRun>[] = [
  { key: 'owner', title: '教师', render: ({ owner }) => owner },
  { key: 'school', title: '学校', render: ({ school }) => school },
  { key: 'at', title: '时间', render: ({ at }) => listTime(at) },
  { key: 'state', title: '结果', render: ({ state }) => states[state] },
  { key: 'why', title: '办了什么', wide: true, render: ({ why }) => why },
]

/** What a rule did, newest first, and what failed to do again. */
export function RuleLog({ entry, rule }: { entry: PageEntry; rule: AfterRuleView }) {
  const [page, setPage] = useState(1)
  const answer = useAfterRuns(rule.no, page)
  const { again } = useAfterActs()
  const repeat = async () => {
    try {
      const { again: count } = await again.mutateAsync(rule.no)
      notify.success(count === 0 ? '没有失败的' : `${count} 件将再办一次`)
    } catch (error) {
      notify.error(sentenceOf(error))
    }
  }
  return (
    <PageFrame
      title={rule.body.title}
      crumbs={[{ label: entry.title, to: entry.path }, { label: '办理记录' }]}
      note={ruleWords(rule.body)}
      actions={
        rule.counts.failed > 0 && (
          <Button busy={again.isPending} onClick={() => void repeat()}>
            失败的再办一次
          </Button>
        )
      }
    >
      <Loaded answer={answer} failed="办理记录打开失败" lines={6}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty text="该规则暂无办理记录。" />
          ) : (
            <>
              <LineTable
                label="办理记录"
                lines={data.list}
                columns={columns}
                keyOf={({ event }) => event}
                stale={answer.isPlaceholderData}
                testId="after-run"
              />
              <Pager {...data} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}
