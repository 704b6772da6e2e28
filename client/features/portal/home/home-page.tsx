import { homeAnswer, type Home, type Site } from '../../../../catalogue/contract/portal/portal.ts'
import { publicRoute } from '../../../../catalogue/contents/public.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { usePageTitle } from '../../../ui/layout/page-title.ts'
import { PortalFrame } from '../frame/portal-frame.tsx'
import { HotResources } from '../hot.tsx'
import { useRead } from '../use-read.ts'
import { useSite } from '../use-site.ts'
import { ArrangedFront } from './arranged-front.tsx'
import { Carousel } from './carousel.tsx'
import { Days } from './days.tsx'
import { FiguresBand } from './figures-band.tsx'
import { Blocks, Column, Policies, Quick, Rows, Sites, Studios, Teachers } from './front-parts.tsx'

/** The front page: one answer of the server, drawn like the front page of a newspaper. */
export function PortalHomePage() {
  usePageTitle('首页')
  const { data, error, retry } = useRead('/api/v1/portal/home', homeAnswer)
  const site = useSite()
  return (
    <PortalFrame front>
      {error !== null && (
        <div className="portal-width">
          <ErrorBox title="首页打开失败" detail={sentenceOf(error)} onRetry={retry} />
        </div>
      )}
      {data && site ? (
        <Front home={data} blocks={site.blocks} />
      ) : (
        <div className="portal-wait" aria-busy={error === null} />
      )}
    </PortalFrame>
  )
}

/** What stands on the front page: as the region has it, or in the order of a site. */
export function Front({ home, blocks: chosen }: { home: Home; blocks: Site['blocks'] }) {
  return chosen === null ? <RegionFront home={home} /> : <ArrangedFront home={home} blocks={chosen} />
}

function RegionFront({ home }: { home: Home }) {
  const { banners, notices, noticeTotal, policies, news, links, blocks, teachers } = home
  return (
    <>
      <div className="portal-width portal-top">
        {banners.length > 0 && <Carousel slides={banners} />}
        <div className="portal-notices">
          <Column title="通知公告" to={publicRoute('notice').path} more={`全部 ${noticeTotal} 条`}>
            <Rows list={notices} empty="暂无通知公告。" />
          </Column>
          {links.length > 0 && <Quick links={links} />}
        </div>
      </div>
      <div className="portal-width portal-three">
        <Column title="政策文件" to={publicRoute('policy').path} more="按类别查">
          <Policies policies={policies} />
        </Column>
        <Column title="培训动态" to={publicRoute('trainingNews').path} more="更多">
          <Rows list={news} type="trainingNews" empty="暂无培训动态。" />
        </Column>
        <Column title="教研活动" to={publicRoute('teachingActivity').path} more="全部">
          <Days list={home.activities} />
        </Column>
      </div>
      <FiguresBand />
      {blocks.length > 0 && <Blocks blocks={blocks} />}
      <div className="portal-width portal-three portal-below">
        {teachers.length > 0 && (
          <Column title="名师风采">
            <Teachers teachers={teachers} />
          </Column>
        )}
        <Column title="名师工作室" to={publicRoute('studio').path} more="全部">
          <Studios studios={home.studios} />
        </Column>
        <div className="portal-stack">
          <Column title="资源热榜" to={publicRoute('resource').path} more="全部">
            <HotResources list={home.hotResources} />
          </Column>
          {home.more.length > 0 && (
            <Column title="常用网站">
              <Sites more={home.more} />
            </Column>
          )}
        </div>
      </div>
    </>
  )
}
