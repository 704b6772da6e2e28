import { useQuery } from '@tanstack/react-query'
import { siteData } from '../../../catalogue/contract/portal/portal.ts'
import { api } from '../../platform/api/api.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import './contact-panel.css'

/** Contact of the portal, as in its footer. */
export function ContactPanel() {
  const { data } = useQuery({
    queryKey: ['site'],
    queryFn: ({ signal }) => api.get('/api/v1/siteConfig', { schema: siteData, quiet: true, signal }),
  })
  const site = data?.data
  if (!site || (site.hotline === '' && site.support_mail === '')) return null
  return (
    <Panel title="咨询与帮助">
      <dl className="contact-panel">
        {site.hotline !== '' && (
          <div>
            <dt>服务热线</dt>
            <dd>
              <a href={`tel:${site.hotline}`}>{site.hotline}</a>
            </dd>
          </div>
        )}
        {site.support_mail !== '' && (
          <div>
            <dt>支持邮箱</dt>
            <dd>
              <a href={`mailto:${site.support_mail}`}>{site.support_mail}</a>
            </dd>
          </div>
        )}
      </dl>
    </Panel>
  )
}
