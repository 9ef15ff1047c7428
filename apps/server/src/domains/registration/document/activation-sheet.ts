import type { Language } from '@sukoyaka/phrases/language'
import { activation_sheet } from '@sukoyaka/phrases/people/activation-sheet'
import { fullName } from '@sukoyaka/rules/person'
import { formatInstant } from '@sukoyaka/rules/time'
import type { ActivationSheet } from '@sukoyaka/wire/people/registration'
import { encode } from 'uqr'
import { sourceFile } from '../../../config/folders.ts'
import { translate } from '../../../config/language.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { renderForCall } from '../../../documents/render-for-call.ts'

type Span = [from: number, width: number]

/** The dark modules of a QR code, each row as spans, with the quiet zone that readers need. */
const qrRows = (text: string): Span[][] =>
  encode(text, { ecc: 'M', border: 4 }).data.map((row) => {
    const spans: Span[] = []
    row.forEach((isDark, at) => {
      const last = spans.at(-1)
      if (isDark && last && last[0] + last[1] === at) last[1] += 1
      else if (isDark) spans.push([at, 1])
    })
    return spans
  })

type Sheet = Omit<ActivationSheet, 'pdf'> & { person: { first_name: string; last_name: string }; language: Language }

/** The invitation on paper, in large type, in the language of its reader. */
export const renderActivationSheet = (
  { config: { seller } }: Pick<AppContext, 'config'>,
  { link, page, email, code, expires_at, person, language }: Sheet,
): Promise<Buffer> => {
  const say = (key: keyof (typeof activation_sheet)['ja'], values: Record<string, string> = {}) => translate(activation_sheet, language, key, values)
  const phone = seller.phone_number
  return renderForCall(sourceFile('domains/registration/document/activation.typ'), {
    head: { title: say('title'), number: '', language },
    labels: {
      title: say('title'),
      to: say('to', { name: fullName(person, language) }),
      ...{ lead: say('lead'), scan: say('scan'), qr: say('qr'), steps: [say('step.scan'), say('step.open'), say('step.fill')] },
      ...{ type: say('type'), typeText: say('typeText'), page: say('page'), email: say('email'), code: say('code') },
      until: say('until', { at: formatInstant(expires_at, language) }),
      keep: say('keep'),
      help: phone ? say('helpCall', { name: seller.name, phone }) : say('help'),
    },
    qr: qrRows(link),
    ...{ page, email, code },
  })
}
