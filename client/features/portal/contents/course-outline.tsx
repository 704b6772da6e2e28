import { Link } from 'react-router'
import { courseOutline } from '../../../../catalogue/contract/courses.ts'
import { clockText } from '../../../../catalogue/watch/words.ts'
import { useSession } from '../../../platform/session/session.ts'
import { useRead } from '../use-read.ts'

/** The lessons of a course with their length, and the way to learn it: after signing in, as a teacher. */
export function CourseOutline({ id }: { id: number }) {
  const role = useSession()?.role
  const { data } = useRead(`/api/v1/courses/${id}/outline`, courseOutline)
  if (!data || data.lessons.length === 0) return null
  const whole = data.lessons.reduce((sum, { seconds }) => sum + seconds, 0)
  const isTeacher = role === undefined || role === 2
  return (
    <section className="portal-part" data-testid="course-outline">
      <h2 className="x-display">课时</h2>
      <p className="x-soft">
        {data.lessons.length} 个课时，共 {clockText(whole)}
        {data.learners > 0 && `　${data.learners} 人在学`}
      </p>
      <ol className="portal-lines">
        {data.lessons.map(({ title, seconds }, n) => (
          <li key={`${n} ${title}`}>
            {title}　<span className="x-soft">{clockText(seconds)}</span>
          </li>
        ))}
      </ol>
      {isTeacher && (
        <p className="portal-ways">
          <Link className="x-button x-button-primary x-button-large" to={`/teacher/jykc?course=${id}`}>
            {role === 2 ? '学习该课程' : '登录后学习'}
          </Link>
        </p>
      )}
    </section>
  )
}
