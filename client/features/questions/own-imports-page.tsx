import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contents } from '../../../catalogue/contents/contents.ts'
import { officePath } from '../../../catalogue/contents/paths.ts'
import { batches, type Batches } from '../../../catalogue/contract/question-batches.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useAsked } from '../../engine/list/use-asked.ts'
import { api } from '../../platform/api/api.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { fullTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { takeBack } from './use-import.ts'

type Line = Batches['list'][number]

const importPath = '/teacher/bxst?import=1'
const historyPath = '/history/getHistory'
const uploadPath = `${officePath(2, contents.resource) ?? '/'}&new=1`

/** What a teacher may bring in from files, and where. Tables of archives are the school's to import. */
const ways = [
  {
    key: 'questions',
    title: '试题',
    text: 'Word 试卷等文件，逐题识别；看过、改好以后成为自己的草稿，提交前他人看不到。',
    act: '导入试题',
    to: importPath,
  },
  {
    key: 'resources',
    title: '资源文件',
    text: '课件、文档、图片、音频、视频和整课的五件套；大文件断网后可以接着传。',
    act: '上传资源',
    to: uploadPath,
  },
  {
    key: 'archive',
    title: '个人档案',
    text: '档案的表格由学校统一导入；自己可以在“个人档案”里逐条填写，或粘贴已有的名单和日期。',
    act: '去个人档案',
    to: '/mandata/manaXinxi',
  },
] as const

/** 数据导入 of a teacher: own files that can be brought in. */
export function OwnImportsPage({ entry }: { entry: PageEntry }) {
  return (
    <PageFrame
      title={entry.title}
      note="自己的文件从这里带进来"
      actions={<ButtonLink to={historyPath}>导入历史</ButtonLink>}
    >
      {ways.map(({ key, title, text, act, to }) => (
        <Panel key={key} title={title}>
          <p>{text}</p>
          <ButtonLink to={to} look={key === 'questions' ? 'primary' : 'plain'}>
            {act}
          </ButtonLink>
        </Panel>
      ))}
    </PageFrame>
  )
}

const useBatches = (page: number) =>
  useQuery({
    queryKey: ['questions', 'batches', page],
    queryFn: ({ signal }) =>
      api.get('/api/v1/question/import/batches', {
        schema: batches,
        query: { page, pageSize: 20 },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** 导入历史 of a teacher: what was brought in together, and taking it back. */
export function OwnImportHistoryPage({ entry }: { entry: PageEntry }) {
  const { page, setPage } = useAsked([])
  const answer = useBatches(page)
  return (
    <PageFrame title={entry.title} note="7 天内没有提交审核的，可以一起撤销">
      <Loaded answer={answer} failed="导入历史打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty text="暂无从文件导入的试题。" action={<ButtonLink to={importPath}>导入试题</ButtonLink>} />
          ) : (
            <>
              <BatchTable list={data.list} stale={answer.isPlaceholderData} />
              {data.total > data.pageSize && <Pager {...data} onPage={setPage} />}
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

function BatchTable({ list, stale }: { list: readonly Line[]; stale: boolean }) {
  const cache = useQueryClient()
  const taking = useMutation({
    mutationFn: (batch: string) => takeBack(batch),
    onSuccess: ({ removed, kept }) =>
      notify.success(kept === 0 ? `已撤销 ${removed} 题` : `已撤销 ${removed} 题，提交过的 ${kept} 题还在`),
    onSettled: () => cache.invalidateQueries({ queryKey: ['questions'] }),
  })
  return (
    <LineTable
      label="导入历史"
      lines={list}
      keyOf={({ batch }) => batch}
      stale={stale}
      testId="own-batch"
      columns={[
        { key: 'first', title: '第一题', wide: true, render: ({ first }) => first },
        { key: 'at', title: '导入时间', render: ({ at }) => fullTime(at) },
        {
          key: 'total',
          title: '题数',
          figure: true,
          render: ({ total }) => <span className="x-num">{total}</span>,
        },
        {
          key: 'drafts',
          title: '未提交',
          figure: true,
          render: ({ drafts }) => <span className="x-num">{drafts}</span>,
        },
        {
          key: 'acts',
          title: '操作',
          render: ({ batch, first, drafts, isOver }) =>
            isOver || drafts === 0 ? (
              <span className="x-faint">{drafts === 0 ? '都已提交' : '已过 7 天'}</span>
            ) : (
              <Button
                look="text"
                busy={taking.isPending && taking.variables === batch}
                onClick={() => taking.mutate(batch)}
              >
                撤销未提交的<span className="x-hidden">：{first}</span>
              </Button>
            ),
        },
      ]}
    />
  )
}
