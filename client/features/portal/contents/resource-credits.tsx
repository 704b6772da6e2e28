import { Link } from 'react-router'
import { resourceCredits } from '../../../../catalogue/contract/portal/resources.ts'
import { useRead } from '../use-read.ts'

/**
 * Who made a resource beside its author, each of whom agreed, the licence with its text, and the way to complain.
 */
export function ResourceCredits({ id }: { id: number }) {
  const { data } = useRead(`/api/v1/portal/resource/${id}/authors`, resourceCredits)
  if (!data) return null
  const { coauthors, licence } = data
  return (
    <section className="portal-part" data-testid="credits">
      <h2 className="x-display">署名与许可</h2>
      {coauthors.length > 0 && (
        <>
          <p>合作作者：</p>
          <ul className="portal-lines">
            {coauthors.map(({ name, org, part }) => (
              <li key={`${name} ${org}`}>
                {name}
                <span className="x-soft">
                  　{org}　{part}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {licence?.url != null && (
        <p>
          使用时请署名，并遵守许可{' '}
          <a href={licence.url} rel="license noopener" target="_blank">
            {licence.label}（在新窗口打开）
          </a>
          。
        </p>
      )}
      <p>
        <Link to={`/home/tousu?id=${id}`}>侵权投诉</Link>
      </p>
    </section>
  )
}
