// The mail as HTML. Mail programs know tables and inline style; those that know more get dark colours and a phone layout.
// Nothing is loaded from anywhere: stills are part of the mail.
import { Html, html } from '../../core/html.ts'
import type { Footer, Letter, MailItem, Quote } from './items.ts'

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** The light colours are inline as well, for programs that drop the style sheet. */
const sheet = new Html(`<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
a{text-decoration:none}
@media (max-width:520px){
.card{padding:18px 16px !important}
.still,.words{display:block !important;width:100% !important;padding:0 !important}
.still{padding-bottom:12px !important}
.still img{width:100% !important;max-width:240px !important;height:auto !important}
}
@media (prefers-color-scheme:dark){
.ground{background:#161615 !important}
.card{background:#212120 !important;border-color:#363634 !important}
.ink{color:#f2f1ee !important}
.quiet{color:#a9a7a1 !important}
.quote{border-color:#ff7a3c !important;color:#e4e2dd !important}
.button{background:#f2f1ee !important;color:#1b1b1a !important}
.frame{border-color:#363634 !important}
}
</style>`)

const ink = 'color:#1b1b1a'
const quiet = 'color:#686660'

export function renderHtml(
  { subject, items, moreItems }: Letter,
  origin: string,
  footer: Footer,
  stills: ReadonlyMap<MailItem, string>,
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${subject}</title>
${sheet}
</head>
<body class="ground" style="margin:0;padding:0;background:#f4f3f0;-webkit-text-size-adjust:100%">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f3f0"><tr><td align="center" style="padding:28px 12px 36px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;${font};font-size:15px;line-height:1.5;text-align:left">
<tr><td style="padding:0 4px 16px"><a class="ink" href="${origin}" style="${ink};font-size:16px;font-weight:650;letter-spacing:-0.01em"><span style="color:#ff7a3c">&#9679;</span>&nbsp;Dailies</a></td></tr>
${items.map((item) => renderItem(item, stills.get(item)))}
${moreItems > 0 && html`<tr><td style="padding:4px 4px 12px"><a class="ink" href="${origin}/notifications" style="${ink};font-weight:600;text-decoration:underline">And ${moreItems} more</a></td></tr>`}
<tr><td class="quiet" style="padding:12px 4px 0;${quiet};font-size:13px">
<a class="quiet" href="${footer.settings}" style="${quiet};text-decoration:underline">Choose how often you get mail</a> &nbsp;·&nbsp; <a class="quiet" href="${footer.unsubscribe}" style="${quiet};text-decoration:underline">Unsubscribe</a>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.text
}

function renderItem(item: MailItem, cid: string | undefined): Html {
  const { sentence, place, due, more, link } = item
  return html`<tr><td style="padding:0 0 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="card" style="background:#ffffff;border:1px solid #e4e2dc;border-radius:12px;padding:20px 22px">
${place !== null && html`<p class="quiet" style="margin:0 0 2px;${quiet};font-size:13px;overflow-wrap:anywhere">${place}</p>`}
<h2 class="ink" style="margin:0${link === null ? '' : ' 0 14px'};${ink};font-size:18px;line-height:1.35;font-weight:650;letter-spacing:-0.01em;overflow-wrap:anywhere">${sentence}</h2>
${due !== null && html`<p class="ink" style="margin:-6px 0 14px;${ink}">Due <strong>${due}</strong></p>`}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
${cid !== undefined && still(item, cid)}
<td class="words" valign="top">
${item.quotes.map((quote, index) => renderQuote(quote, index === 0))}
${more > 0 && html`<p class="quiet" style="margin:12px 0 0;${quiet};font-size:13px">${more} more ${more === 1 ? 'comment' : 'comments'}</p>`}
${link !== null && html`<p style="margin:${item.quotes.length > 0 ? '16px' : '2px'} 0 0"><a class="button" href="${link.url}" style="display:inline-block;background:#1b1b1a;color:#ffffff;border-radius:8px;padding:8px 16px;font-size:14px;font-weight:600">${link.text}</a></p>`}
</td></tr></table>
</td></tr></table></td></tr>`
}

function still({ link, still }: MailItem, cid: string): Html {
  return html`<td class="still" width="176" valign="top" style="padding:0 16px 0 0;width:176px"><a href="${link!.url}"><img class="frame" src="cid:${cid}" width="160" alt="${still!.alt}" style="display:block;width:160px;height:auto;border:1px solid #e4e2dc;border-radius:8px"></a></td>`
}

function renderQuote({ label, text, link }: Quote, first: boolean): Html {
  const lines = text.split(/\r\n|\r|\n/)
  return html`<p style="margin:${first ? '0' : '14px'} 0 4px;font-size:13px"><a class="quiet" href="${link}" style="${quiet}">${label}</a></p>
<div class="quote" style="border-left:3px solid #ff7a3c;padding:0 0 0 12px;${ink};overflow-wrap:anywhere">${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</div>`
}
