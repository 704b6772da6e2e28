import { useNavigate, useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { BringFile } from './bring-file.tsx'
import { Readings } from './readings.tsx'
import { Steps } from './steps.tsx'
import { TaskPage } from './task-page.tsx'
import { useKinds } from './use-imports.ts'
import './imports.css'

export const historyPath = '/history/getHistory'

/** One import from choosing the file to taking it back; `id` in the address is the task. */
export function ImportPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const kinds = useKinds()
  const navigate = useNavigate()
  // A workbook of several sheets became several tasks, which stand in the history.
  const opened = ([first, ...others]: readonly number[]) =>
    others.length > 0 ? void navigate(historyPath) : setSearch({ id: String(first) })
  const id = Math.trunc(Number(search.get('id'))) || 0
  if (id > 0) return <TaskPage key={id} id={id} entry={entry} kinds={kinds.data?.list ?? []} />
  return (
    <PageFrame
      title={entry.title}
      note="先校验，再导入；校验不写入任何数据"
      actions={
        <ButtonLink to={historyPath} icon="list">
          导入记录
        </ButtonLink>
      }
    >
      <Steps current={0} />
      <Loaded answer={kinds} failed="可以导入的内容打开失败" lines={8}>
        {({ list }) => <BringFile kinds={list} onSent={opened} />}
      </Loaded>
      <Readings />
    </PageFrame>
  )
}
