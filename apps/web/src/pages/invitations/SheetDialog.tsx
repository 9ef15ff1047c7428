import { type Language, languages } from '@sukoyaka/phrases/language'
import { formatInstant } from '@sukoyaka/rules/time'
import type { ActivationSheet } from '@sukoyaka/wire/people/registration'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMakeActivationSheetMutation } from '../../domains/registration/api.ts'
import { languageNames } from '../../i18n/language.ts'
import { Button } from '../../ui/button/Button.tsx'
import { SelectField } from '../../ui/choice/SelectField.tsx'
import { save } from '../../ui/form/save.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { saveFile } from '../../ui/page/download.ts'
import classes from './SheetDialog.module.css'

const pdfOf = ({ pdf }: ActivationSheet) => new Blob([Uint8Array.from(atob(pdf), (character) => character.charCodeAt(0))])

/** Makes a printed invitation, for patients who do not get or read mail. It is made on request only, because it replaces earlier invitations. */
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
            <Button kind="primary" icon={<IconDownload aria-hidden />} onClick={() => saveFile(t('sheet.file', { name }), pdfOf(sheet), 'application/pdf')}>
              {t('sheet.save')}
            </Button>
          ) : (
            <Button kind="primary" loading={isLoading} onClick={send}>
              {t('sheet.make')}
            </Button>
          )}
        </>
      )}
    >
      {sheet ? (
        <>
          <p className={classes.lead}>{t('sheet.ready')}</p>
          <p>{t('sheet.until', { at: formatInstant(sheet.expires_at, i18n.language as Language) })}</p>
        </>
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
