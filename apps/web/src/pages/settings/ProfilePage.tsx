import { type Language, languages } from '@sukoyaka/phrases/language'
import { IconDeviceWatch, IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useGetUserQuery } from '../../domains/account/api.ts'
import { IconCard } from '../../domains/account/profile/IconCard.tsx'
import { ProfileForm } from '../../domains/account/profile/ProfileForm.tsx'
import { languageNames } from '../../i18n/language.ts'
import { languageSwitch } from '../../i18n/language-switch.ts'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './Settings.module.css'

export function ProfilePage() {
  const { t, i18n } = useTranslation('profile')
  usePageTitle(t('title'))
  const query = useGetUserQuery({ id: 'me' })
  return (
    <div className={classes.page}>
      <h1 className={classes.head}>{t('title')}</h1>
      <QueryView query={query} error={t('error')}>
        {(user) => (
          <div className={classes.cards} data-density={user.role === 'patient' ? 'comfortable' : undefined}>
            <IconCard user={user} />
            <ProfileForm user={user} refetch={query.refetch} />
            <Card title={t('languageTitle')}>
              <div className={classes.line}>
                <p>{t('languageNote')}</p>
                <Segmented
                  label={t('languageTitle')}
                  value={i18n.language as Language}
                  onChange={(language) => languageSwitch.current(language)}
                  options={languages.map((value) => ({ value, label: languageNames[value] }))}
                />
              </div>
            </Card>
            {user.role === 'patient' ? (
              <Card title={t('devices')}>
                <div className={classes.line}>
                  <p>{t('devicesNote')}</p>
                  <ButtonLink to="/settings/devices" icon={<IconDeviceWatch aria-hidden />}>
                    {t('devices')}
                  </ButtonLink>
                </div>
              </Card>
            ) : null}
            {user.role === 'patient' ? (
              <Card title={t('access')}>
                <div className={classes.line}>
                  <p>{t('accessNote')}</p>
                  <ButtonLink to="/settings/access" icon={<IconEye aria-hidden />}>
                    {t('access')}
                  </ButtonLink>
                </div>
              </Card>
            ) : null}
          </div>
        )}
      </QueryView>
    </div>
  )
}
