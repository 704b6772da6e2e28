import { newsProject } from '../../../../catalogue/contract/training/face.ts'
import { noticesPath } from '../../../../catalogue/processes/paths.ts'
import { useSession } from '../../../platform/session/session.ts'
import { ButtonLink } from '../../../ui/forms/button.tsx'
import { useRead } from '../use-read.ts'

/** The project behind a piece of training news: until when one may enrol, seats left, and the way there. */
export function EnrolBox({ id }: { readonly id: number }) {
  const role = useSession()?.role ?? 2
  const { data } = useRead(`/api/v1/portal/training-news/${id}`, newsProject)
  if (!data?.project) return null
  const { closed, left, waiting, signupEnd, id: project } = data.project
  const path = noticesPath(role, 'trainingProject')
  const seats = left > 0 ? `还有 ${left} 个名额` : `名额已满，${waiting} 人候补`
  return (
    <aside className="portal-enrol" aria-label="报名">
      <p>{closed ?? `正在报名，到 ${(signupEnd ?? '').replace('T', ' ')} 截止；${seats}。`}</p>
      {closed === null && path !== null && (
        <ButtonLink look="primary" to={`${path}${path.includes('?') ? '&' : '?'}id=${project}`}>
          {role === 2 ? '我要报名' : '看项目'}
        </ButtonLink>
      )}
    </aside>
  )
}
