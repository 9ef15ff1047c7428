/** XSS payloads: they run, send a request, show a dialog or insert an element if a page treats them as markup. The daily run uses the first 17. */
export const payloads: string[] = [
  '<img src=x onerror=canary(1)>',
  '<svg onload=canary(2)>',
  '"><script>canary(3)</script>',
  'javascript:canary(4)',
  'data:text/html,<script>canary(5)</script>',
  '[x](javascript:canary(6))',
  '\u202e<img src=x onerror=canary(7)>',
  '{{constructor.constructor("canary(8)")()}}',
  '=HYPERLINK("javascript:canary(9)")',
  '&lt;img src=x onerror=canary(10)&gt;',
  '<img src=https://canary.test/11>',
  '<img src=x onerror=alert(12)>',
  '<a href=javascript:canary(13)>x</a>',
  "' autofocus onfocus=canary(14) x='",
  '<iframe srcdoc="<script>parent.canary(15)</script>">',
  '# <img src=x onerror=canary(16)>',
  '【<svg onload=canary(17)>】',
  // only in the full run
  '■<details open ontoggle=canary(18)>',
  '</textarea><img src=x onerror=canary(19)>',
  '<style>@import"https://canary.test/20"</style>',
  '<math><mtext><img src=x onerror=canary(21)>',
  '<video src=x onerror=canary(22)>',
  '<audio src=x onerror=canary(23)>',
  '<body onload=canary(24)>',
  '<input autofocus onfocus=canary(25)>',
  '<object data=javascript:canary(26)>',
  '<embed src=https://canary.test/27>',
  '<form action=javascript:canary(28)><button>x',
  '<base href=https://canary.test/29>',
  '<meta http-equiv=refresh content=0;url=//canary.test>',
  '<link rel=stylesheet href=//canary.test/31>',
  '<svg><animate onbegin=canary(32) attributeName=x>',
  '<svg><script>canary(33)</script></svg>',
  '<IMG SRC=x OnErRoR=canary(34)>',
  '<img/src=x/onerror=canary(35)>',
  '<img src=x\tonerror=canary(36)>',
  '<<img src=x onerror=canary(37)>',
  '<scr<script>ipt>canary(38)</script>',
  '<!--><img src=x onerror=canary(39)>',
  '<![CDATA[<img src=x onerror=canary(40)>]]>',
  '\\x3cimg src=x onerror=canary(41)\\x3e',
  '\\u003cimg src=x onerror=canary(42)\\u003e',
  '&#60;img src=x onerror=canary(43)&#62;',
  '&#x3c;svg onload=canary(44)&#x3e;',
  '%3Cimg src=x onerror=canary(45)%3E',
  '＜img src=x onerror=canary(46)＞',
  '\u2028<img src=x onerror=canary(47)>',
  '\u200b<svg onload=canary(48)>\u200b',
  'JaVaScRiPt:canary(49)',
  ' javascript:canary(50)',
  'java&Tab;script:canary(51)',
  'vbscript:canary(52)',
  'data:image/svg+xml,<svg onload=canary(53)>',
  '![x](https://canary.test/54)',
  '<https://canary.test/55>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a payload for template engines
  '${canary(56)}',
  '<%= canary(57) %>',
  '$t(canary(58))',
  '@SUM(1)*cmd|"/c canary"!A1',
  '"};canary(60);//',
]

/** A text as a single-line field accepts it: without tabs and without controls that reverse the direction of text. */
export const asLine = (text: string) => text.replaceAll('\t', ' ').replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

/** Splits the texts over rows of at most `max` characters, each starting with the field's mark. */
export const packTexts = (field: string, texts: string[], max: number, separator = ' '): string[] => {
  const mark = markOf(field)
  const rows: string[] = []
  for (const text of separator === '\n' ? texts : texts.map(asLine)) {
    const lastRow = rows.at(-1)
    if (lastRow !== undefined && lastRow.length + separator.length + text.length <= max) rows[rows.length - 1] = lastRow + separator + text
    else rows.push((mark + separator + text).slice(0, max))
  }
  return rows
}
export const markOf = (field: string) => `@${field}@`

/** URLs that no link may lead to. */
export const badUrls = [
  'javascript:canary(1)',
  ' javascript:canary(2)',
  'JAVASCRIPT://%0Acanary(3)',
  'java\tscript:canary(4)',
  'data:text/html,<script>canary(5)</script>',
  'vbscript:canary(6)',
  'blob:https://x/1',
  '//canary.test/x',
  'https://"onclick="canary(9)',
  'https://x.test/<img src=x onerror=canary(10)>',
]
