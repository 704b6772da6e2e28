import { useSearchParams } from 'react-router'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import { publicRoute } from '../../../../catalogue/contents/public.ts'
import { officePath } from '../../../../catalogue/contents/paths.ts'
import { publicContent } from '../../../../catalogue/contract/portal/portal.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { useSession } from '../../../platform/session/session.ts'
import { ButtonLink } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ArticleBody } from './detail-page.tsx'
import { ContentList } from './list-page.tsx'
import { gone, isNumber } from './one-page.tsx'
import { textOf } from '../read-field.ts'
import { isMissing, useRead } from '../use-read.ts'
import '../portal.css'

type ReadingType = 'policy' | 'trainingNews'
const lists = { policy: '/teacher/zhengceList', trainingNews: '/teacher/dongtaiList' } as const
const details = { policy: '/teacher/zhengceDetails', trainingNews: '/teacher/dongtaiDetail' } as const

/** What is published, read within the workspace: the same lists and articles as on the portal. */
export function ReadingPage({ entry: { path, title, feature } }: { entry: PageEntry }) {
  const type: ReadingType = feature === 'policy' ? 'policy' : 'trainingNews'
  const [search] = useSearchParams()
  const role = useSession()?.role
  if (path === details[type]) return <One type={type} id={search.get('id') ?? ''} />
  const office = role === 6 ? officePath(role, { name: type }) : null
  const write = office && (
    <ButtonLink to={office} icon="edit">
      去写{publicRoute(type).title}
    </ButtonLink>
  )
  return (
    <PageFrame title={title} actions={write}>
      <ContentList type={type} to={(id) => `${details[type]}?id=${id}`} />
    </PageFrame>
  )
}

function One({ type, id }: { type: ReadingType; id: string }) {
  const crumbs = [{ label: publicRoute(type).title, to: lists[type] }, { label: '详情' }]
  if (isNumber(id)) return <Found key={id} type={type} id={id} crumbs={crumbs} />
  return <Gone type={type} />
}

function Gone({ type }: { type: ReadingType }) {
  return (
    <PageFrame title={publicRoute(type).title}>
      <Empty text={gone} action={<ButtonLink to={lists[type]}>看全部{publicRoute(type).title}</ButtonLink>} />
    </PageFrame>
  )
}

function Found({
  type,
  id,
  crumbs,
}: {
  type: ReadingType
  id: string
  crumbs: { label: string; to?: string }[]
}) {
  const { data, error, retry } = useRead(`/api/v1/portal/contents/${type}/${id}`, publicContent)
  if (isMissing(error)) return <Gone type={type} />
  return (
    <PageFrame title={data ? textOf(data, 'title') : publicRoute(type).title} crumbs={crumbs}>
      {error !== null && <ErrorBox title="该打开失败" detail={sentenceOf(error)} onRetry={retry} />}
      {!data && error === null && <Skeleton lines={12} />}
      {data && (
        <article className="portal-within">
          <ArticleBody type={type} one={data} />
        </article>
      )}
    </PageFrame>
  )
}
