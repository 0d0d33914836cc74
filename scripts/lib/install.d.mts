export function installWebPackages(): Promise<boolean>
export function removeWebPackages(): void
