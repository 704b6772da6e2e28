import { useState } from 'react'
import type { KeptRubric } from '../../../catalogue/contract/teaching/rubrics.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { RubricForm } from './rubric-form.tsx'
import { useRubricActs, useRubrics } from './use-rubrics.ts'

type Version = KeptRubric['versions'][number]

const columns: readonly LineColumn<Version['items'][number]>[] = [
  { key: 'item', title: '观察项目', wide: true, render: ({ item }) => item },
  { key: 'weight', title: '分值', figure: true, render: ({ weight }) => weight },
  { key: 'best', title: '好的表现', render: ({ best }) => best },
  { key: 'poor', title: '欠缺的表现', render: ({ poor }) => poor },
]

/** 观察量表: the rubrics of an office, each with its versions; a version does not change any more. */
export function RubricsPage({ entry }: { entry: PageEntry }) {
  const answer = useRubrics()
  const [isNew, setNew] = useState(false)
  return (
    <PageFrame
      title={entry.title}
      note="听评课时选用；写了新版，以前的版本和用它听过的课不变"
      actions={<Button onClick={() => setNew(true)}>新增量表</Button>}
    >
      <div className="teaching-stack">
        {isNew && (
          <Panel title="新增量表">
            <RubricForm before={null} done={() => setNew(false)} />
          </Panel>
        )}
        <Loaded answer={answer} failed="量表打开失败" lines={8}>
          {({ list }) =>
            list.length === 0 ? (
              <Empty text="暂无量表。活动里不选量表时，用通用量表（目标 15、内容 20、过程 25、学生 25、素养 15）。" />
            ) : (
              list.map((rubric) => <Rubric key={rubric.id} rubric={rubric} />)
            )
          }
        </Loaded>
      </div>
    </PageFrame>
  )
}

function Rubric({ rubric }: { rubric: KeptRubric }) {
  const { end } = useRubricActs()
  const [isNext, setNext] = useState(false)
  const [shown, setShown] = useState<number | null>(null)
  const { id, ended, versions } = rubric
  const [newest] = versions
  const one = versions.find(({ no }) => no === shown) ?? newest
  if (!one || !newest) return null
  return (
    <Panel
      title={`${newest.name}${ended ? '（已停用）' : ''}`}
      beside={
        <span className="x-soft">
          第 {one.no} 版　{listTime(one.keptAt)}
        </span>
      }
      extra={
        <span className="x-row-acts">
          {!ended && <Button onClick={() => setNext(true)}>写新版</Button>}
          <Button busy={end.isPending} onClick={() => end.mutate({ id, on: !ended })}>
            {ended ? '恢复使用' : '停用'}
          </Button>
        </span>
      }
    >
      {isNext ? (
        <RubricForm before={{ ...newest, id }} done={() => setNext(false)} />
      ) : (
        <>
          <LineTable
            label={`${one.name} 第 ${one.no} 版`}
            lines={one.items}
            columns={columns}
            keyOf={({ item }) => item}
            stale={false}
            testId="rubric-item"
          />
          {versions.length > 1 && (
            <p className="x-row-acts">
              {versions.map(({ no }) => (
                <Button key={no} look="text" aria-pressed={no === one.no} onClick={() => setShown(no)}>
                  第 {no} 版
                </Button>
              ))}
            </p>
          )}
        </>
      )}
    </Panel>
  )
}
