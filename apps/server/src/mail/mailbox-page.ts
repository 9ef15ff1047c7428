import type { Language } from '@sukoyaka/phrases/language'
import { mail } from '@sukoyaka/phrases/mail'
import { translate } from '../config/language.ts'
import type { SentMail } from '../context/app-context.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Escapes text for HTML content and attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!)

const tags: Record<Language, string> = { ja: 'ja', en: 'en', kr: 'ko' }

const tokyoFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', dateStyle: 'short', timeStyle: 'medium' })
const formatTime = (sent_at: string) => tokyoFormat.format(new Date(sent_at)).replaceAll('-', '.')

const style = `
:root{color-scheme:light dark;--page:#f5f4f0;--surface:#fff;--fg:#1d2524;--fg-2:#4a524f;--line:#e4e2db;--accent:#145c57}
@media (prefers-color-scheme:dark){:root{--page:#141a19;--surface:#1d2523;--fg:#eceae4;--fg-2:#b9bdb8;--line:#34403d;--accent:#8cc6c0}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--fg);font:16px/1.75 "IBM Plex Sans","IBM Plex Sans JP","Hiragino Sans","Noto Sans JP","Noto Sans CJK JP",system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.375rem;line-height:1.4;margin:0 0 .25rem}
.lead{margin:0 0 1.5rem;color:var(--fg-2);font-size:.875rem}
.empty,article{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:1.25rem 1.5rem;margin:0 0 1rem}
h2{font-size:1.0625rem;line-height:1.5;margin:0 0 .5rem;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.125rem 1rem;margin:0 0 1rem;padding:0 0 .875rem;border-bottom:1px solid var(--line);font-size:.875rem;color:var(--fg-2)}
dd{margin:0;overflow-wrap:anywhere}
time{font-variant-numeric:tabular-nums}
pre{margin:0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;word-break:auto-phrase}
.code{font-size:1.5rem;font-weight:600;letter-spacing:.12em;font-variant-numeric:tabular-nums;color:var(--accent)}`

/** Enlarges the first code of six digits that is alone on its line. */
const bodyOf = (text: string) => escapeHtml(text).replace(/^(\d{6})$/m, '<span class="code">$1</span>')

/** The demo mailbox as a page without scripts. Mails are shown as text, never as their HTML. */
export const mailboxPage = (mails: SentMail[], language: Language): string => {
  const translated = (key: Parameters<typeof translate<keyof (typeof mail)['ja']>>[2], values = {}) => escapeHtml(translate(mail, language, key, values))
  const articles = mails.map(
    ({ to, subject, text, sent_at }) => `<article>
<h2>${escapeHtml(subject)}</h2>
<dl><dt>${translated('mailbox.to')}</dt><dd>${escapeHtml(to)}</dd><dt>${translated('mailbox.sent_at')}</dt><dd><time datetime="${escapeHtml(sent_at)}">${formatTime(sent_at)}</time></dd></dl>
<pre>${bodyOf(text)}</pre>
</article>`,
  )
  return `<!doctype html>
<html lang="${tags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<meta name="robots" content="noindex">
<title>${translated('mailbox.title')}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${translated('mailbox.title')}</h1>
<p class="lead">${translated('mailbox.lead', { count: 200 })}</p>
${articles.join('\n') || `<p class="empty">${translated('mailbox.empty')}</p>`}
</main>
</body>
</html>
`
}
