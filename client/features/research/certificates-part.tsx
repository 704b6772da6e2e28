import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ownCertificates } from '../../../catalogue/contract/forms.ts'
import { casesPath } from '../../../catalogue/processes/paths.ts'
import { api } from '../../platform/api/api.ts'
import { Panel } from '../../ui/layout/panel.tsx'

const useCertificates = () =>
  useQuery({
    queryKey: ['own-certificates'],
    queryFn: ({ signal }) =>
      api.get('/api/v1/forms/certificates', { schema: ownCertificates, quiet: true, signal }),
  })

/** What the reader was certified; each is printed at its case. */
export function Certificates() {
  const list = useCertificates().data?.list ?? []
  if (list.length === 0) return null
  return (
    <Panel title="我的证书">
      <ul className="entry-near" data-testid="certificates">
        {list.map(({ caseId, type, title, of, host, number, day }) => (
          <li key={caseId}>
            <p className="entry-file">
              <b>{title}</b>
              <Link to={`${casesPath(2, type) ?? '/teacher/wdky'}&case=${caseId}`}>
                查看和打印<span className="x-hidden">{`${title}：${of}`}</span>
              </Link>
            </p>
            <p className="x-soft">{[of, host, ...(number === null ? [] : [number]), day].join('　')}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
