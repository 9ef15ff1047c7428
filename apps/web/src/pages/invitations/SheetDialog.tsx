import { type Language, languages } from '@sukoyaka/phrases/language'
import { formatInstant } from '@sukoyaka/rules/time'
import type { ActivationSheet } from '@sukoyaka/wire/people/registration'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { encode } from 'uqr'
import { useMakeActivationSheetMutation } from '../../domains/registration/api.ts'
import { htmlLang, languageNames } from '../../i18n/language.ts'
import { Button } from '../../ui/button/Button.tsx'
import { SelectField } from '../../ui/choice/SelectField.tsx'
import { save } from '../../ui/form/save.ts'
import { PrintedSheet } from '../../ui/layout/PrintedSheet.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Wordmark } from '../../ui/text/Wordmark.tsx'
import classes from './SheetDialog.module.css'

/** A QR code as one path, with the quiet zone of four modules that readers need. Always dark on white. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <rect fill="white" width={size} height={size} />
      <path fill="black" d={path} />
    </svg>
  )
}

/** The invitation as it is printed: in the language of its reader, not in that of the administrator. */
function Sheet({ sheet: { link, page, email, code, expires_at }, name, language }: { sheet: ActivationSheet; name: string; language: Language }) {
  const { t } = useTranslation('activation_sheet', { lng: language })
  return (
    <PrintedSheet>
      <article className={classes.sheet} lang={htmlLang[language]}>
        <Wordmark size={28} />
        <h3>{t('title')}</h3>
        <p className={classes.to}>{t('to', { name })}</p>
        <p>{t('lead')}</p>
        <section className={classes.scan}>
          <QrCode text={link} label={t('qr')} />
          <div>
            <h4>{t('scan')}</h4>
            <p>{t('scanText')}</p>
          </div>
        </section>
        <section>
          <h4>{t('type')}</h4>
          <p>{t('typeText')}</p>
          <dl>
            <dt>{t('page')}</dt>
            <dd>{page}</dd>
            <dt>{t('email')}</dt>
            <dd>{email}</dd>
            <dt>{t('code')}</dt>
            <dd className={classes.code}>{code}</dd>
          </dl>
        </section>
        <p className={classes.until}>{t('until', { at: formatInstant(expires_at, language) })}</p>
        <p>{t('keep')}</p>
        <p>{t('help')}</p>
      </article>
    </PrintedSheet>
  )
}

/** Makes the invitation of a patient on paper, for people who do not get or read mail. It is made on request only, because it replaces earlier ones. */
export function SheetDialog({ user, name, onClose }: { user: { id: number }; name: string; onClose: () => void }) {
  const { t, i18n } = useTranslation(['admin', 'common'])
  const [make, { data: sheet, isLoading }] = useMakeActivationSheetMutation()
  const [language, setLanguage] = useState(i18n.language as Language)
  const send = () => void save(() => make({ id: user.id, language }), { done: t('sheet.done'), failed: t('sheet.failed'), text: name })
  return (
    <Dialog
      title={t('sheet.title')}
      subtitle={name}
      width={640}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('common:action.close')}</Button>
          {sheet ? (
            <Button kind="pri" icon={<IconPrinter aria-hidden />} onClick={() => window.print()}>
              {t('sheet.print')}
            </Button>
          ) : (
            <Button kind="pri" loading={isLoading} onClick={send}>
              {t('sheet.make')}
            </Button>
          )}
        </>
      )}
    >
      {sheet ? (
        <Sheet sheet={sheet} name={name} language={language} />
      ) : (
        <>
          <p className={classes.lead}>{t('sheet.lead')}</p>
          <SelectField label={t('sheet.language')} value={language} onChange={(value) => setLanguage(value as Language)}>
            {languages.map((each) => (
              <option key={each} value={each}>
                {languageNames[each]}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </Dialog>
  )
}
