import { useState } from 'react'
import type { OwnTextbook } from '../../../catalogue/contract/curriculum.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { NewTextbook } from './new-textbook.tsx'
import { TextbookPart } from './textbook-part.tsx'
import { useOwnTextbooks } from './use-textbooks.ts'
import './curriculum.css'

const columnsOf = (open: (book: OwnTextbook) => void): readonly LineColumn<OwnTextbook>[] => [
  {
    key: 'title',
    title: '教材',
    wide: true,
    render: (book) => (
      <Button look="text" onClick={() => open(book)}>
        {book.title}
      </Button>
    ),
  },
  {
    key: 'of',
    title: '学段、学科',
    render: ({ stage, subject }) => `${labelOf('schoolStage', stage)}　${labelOf('subject', subject)}`,
  },
  {
    key: 'grade',
    title: '年级',
    render: ({ grade, semester }) =>
      [labelOf('grade', grade), semester === null ? '' : labelOf('semester', semester)].join('　'),
  },
  { key: 'year', title: '年份', render: ({ year }) => <span className="x-num">{year}</span> },
  { key: 'nodes', title: '章节', figure: true, render: ({ nodes }) => `${nodes} 个` },
]

/** 教材目录: the textbooks that an institution keeps for itself and those below it. */
export function TextbooksPage({ entry }: { entry: PageEntry }) {
  const answer = useOwnTextbooks()
  const [opened, setOpened] = useState<number | null>(null)
  const [isNew, setNew] = useState(false)
  return (
    <PageFrame
      title={entry.title}
      note="平台自带的教材只读；这里是本单位自己的，供本单位和所属单位使用"
      actions={
        <Button look="primary" icon="add" onClick={() => setNew(true)}>
          新增教材
        </Button>
      }
    >
      {isNew && (
        <NewTextbook
          onDone={(id) => {
            setNew(false)
            if (id !== null) setOpened(id)
          }}
        />
      )}
      <Loaded answer={answer} failed="教材目录打开失败" lines={6}>
        {({ list }) => {
          const book = list.find(({ id }) => id === opened)
          return (
            <>
              {book && <TextbookPart key={book.id} book={book} onClose={() => setOpened(null)} />}
              {list.length === 0 ? (
                <Empty text="暂无本单位的教材。新增一本，下载表格填好章节，再导入。" />
              ) : (
                <LineTable
                  label="本单位的教材"
                  lines={list}
                  columns={columnsOf(({ id }) => setOpened(id))}
                  keyOf={({ id }) => String(id)}
                  stale={false}
                  testId="textbook"
                />
              )}
            </>
          )
        }}
      </Loaded>
    </PageFrame>
  )
}
