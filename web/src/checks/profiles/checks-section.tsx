// The section “Checks” of the settings: the check profiles of the workspace.
import { useSearch } from '@tanstack/react-router'
import { SectionHead } from '../../settings/section-layout.tsx'
import { ProfilePage } from './profile-page.tsx'
import { ProfilesOverview } from './profiles-overview.tsx'

export function ChecksSection() {
  const { profile } = useSearch({ from: '/settings/$section' })
  if (profile !== undefined) return <ProfilePage key={profile} place={null} id={profile} mayManage />
  return (
    <>
      <SectionHead title="Checks">
        New files are measured on this server: black and frozen frames, flashes, loudness and more. A check
        profile says which limits a delivery has. <a href="/docs/check-profiles">All rules</a>
      </SectionHead>
      <ProfilesOverview place={null} mayManage />
    </>
  )
}
