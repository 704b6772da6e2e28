import { usePageTitle } from '../../ui/layout/page-title.ts'
import './help.css'

/** The statement of GB/T 37668 and WCAG 2.2: what is aimed at, what was tried, what falls short. */
export function AccessibilityPage() {
  usePageTitle('无障碍声明')
  return (
    <div className="help-page help-statement">
      <h1 tabIndex={-1}>无障碍声明</h1>
      <p>
        本平台按国家标准 GB/T 37668—2019《信息技术 互联网内容无障碍可访问性技术要求与测试方法》和国际通行的
        WCAG 2.2 的 AA 级建设，让老年人、视障和肢体障碍人士以及只用键盘或手机的人都能办事。
      </p>
      <h2>可以怎样使用</h2>
      <ul>
        <li>长者模式：右上角一键开启，文字不小于 18 像素，按钮更大，没有自动移动的内容。</li>
        <li>高对比度和深色：文字与背景的对比度不低于 7∶1。</li>
        <li>全部功能可以只用键盘完成；按 / 搜索，审核时按 ? 查看快捷键。</li>
        <li>浏览器放大到 400% 或在 320 像素宽的手机上，不需要左右滚动。</li>
        <li>验证码可以换成语音或文字题。</li>
      </ul>
      <h2>怎样检查</h2>
      <ul>
        <li>每次更新前，自动检查全部页面的 A、AA 级要求，有一处不符合就不发布。</li>
        <li>
          2026 年 11 月 23 日人工检查：12 个页面只用键盘走完 694 个焦点；15 个页面放大到 200% 和
          400%；长者模式 15 个页面；5 个页面逐项核对读屏软件读到的内容。发现的问题已经改正。
        </li>
      </ul>
      <h2>尚未做到的</h2>
      <ul>
        <li>尚未请读屏软件使用者实际试用。</li>
        <li>上传的扫描件没有文字，读屏软件读不出来；录像的字幕由发布单位提供。</li>
      </ul>
      <h2>意见反馈</h2>
      <p>使用中遇到障碍，请拨打页面底部的服务热线，或联系本单位管理员。</p>
    </div>
  )
}
