import { useSearchParams } from 'react-router'
import type { OfficeFormLine } from '../../../catalogue/contract/office-forms.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { FormPlaces } from './form-places.tsx'
import { NewOfficeForm } from './office-form-text.tsx'
import { OfficeFormPage } from './office-form-page.tsx'
import { useOfficeForms } from './use-office-forms.ts'
import './office-forms.css'

/** 自制表格: printed forms that the office made in Word. Which one is open stands in the address. */
export function OfficeFormsPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const id = Number(search.get('id'))
  const back = () => setSearch({})
  if (id > 0) return <OfficeFormPage key={id} id={id} entry={entry} />
  if (search.has('new'))
    return (
      <PageFrame
        title="新增自制表格"
        crumbs={[{ label: entry.title, to: entry.path }, { label: '新增自制表格' }]}
      >
        <div className="office-form">
          <NewOfficeForm onDone={(made) => setSearch({ id: String(made) })} onCancel={back} />
          <FormPlaces />
        </div>
      </PageFrame>
    )
  return <FormList entry={entry} onOpen={(form) => setSearch({ id: String(form) })} />
}

const standingOf = ({ no, hasDraft, ended }: OfficeFormLine): string => {
  if (ended) return '已停用'
  if (no === 0) return '草稿，尚未发布'
  return hasDraft ? `使用第 ${no} 版，有待发布的改动` : `使用第 ${no} 版`
}

function FormList({ entry, onOpen }: { entry: PageEntry; onOpen: (id: number) => void }) {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Number(search.get('page')) || 1)
  const answer = useOfficeForms(page)
  const begin = (
    <ButtonLink to={`${entry.path}?new=1`} look="primary" icon="add">
      新增自制表格
    </ButtonLink>
  )
  const columns: readonly LineColumn<OfficeFormLine>[] = [
    {
      key: 'title',
      title: '表格',
      wide: true,
      render: ({ id, title }) => (
        <Button look="text" onClick={() => onOpen(id)}>
          {title}
        </Button>
      ),
    },
    { key: 'standing', title: '状态', render: standingOf },
    {
      key: 'who',
      title: '谁可打印',
      render: ({ forHolders }) => (forHolders ? '下级单位和教师本人' : '下级单位'),
    },
    {
      key: 'at',
      title: '修改',
      render: ({ updatedAt, by }) => (
        <span className="x-num">
          {listTime(updatedAt)}　{by}
        </span>
      ),
    },
  ]
  return (
    <PageFrame
      title={entry.title}
      note="用 Word 做好表样，在要填的地方写上栏目；发布后本单位和下级单位在教师档案里打印"
      actions={answer.data?.may === true && answer.data.list.length > 0 && begin}
    >
      <Loaded answer={answer} failed="自制表格打开失败" lines={6}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={
                data.may
                  ? '暂无自制表格。'
                  : '上级单位尚未向本单位开放自有栏目，不能自制表格。需要时请与上级单位联系。'
              }
              action={data.may && begin}
            />
          ) : (
            <>
              <LineTable
                label="自制表格"
                lines={data.list}
                columns={columns}
                keyOf={({ id }) => String(id)}
                stale={answer.isPlaceholderData}
                testId="office-form"
              />
              <Pager {...data} onPage={(next) => setSearch(next === 1 ? {} : { page: String(next) })} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}
