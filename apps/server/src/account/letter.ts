import type { Language } from '@sukoyaka/phrases/kit'
import { mail } from '@sukoyaka/phrases/mail'
import type { Letter } from '../kit/house.ts'
import { say } from '../kit/language.ts'

/** The letter with a sign-in code, in the language of whoever asked for it. It names nobody: addresses are mistyped. */
export const codeLetter = (to: string, code: string, minutes: number, language: Language): Letter => {
  const words = (key: Parameters<typeof say<keyof typeof mail.ja>>[2]) => say(mail, language, key, { minutes })
  const text = [
    words('code.greeting'),
    '',
    words('code.lead'),
    '',
    `${words('code.label')}  ${code}`,
    '',
    words('code.validity'),
    words('code.secret'),
    '',
    words('code.not_you'),
    words('code.password_known'),
    '',
    words('code.footer'),
  ].join('\n')
  return { to, subject: words('code.subject'), text }
}
