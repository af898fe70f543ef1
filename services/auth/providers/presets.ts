/** The paths of the profile fields in a provider's response. `a.b.0.c` reaches into objects and lists. */
export interface ProfileMap {
  sub: string
  email?: string
  /** A field that is true if the provider verified the address; `always` if it returns only verified ones. */
  emailVerified?: string
  name?: string
  userName?: string
  picture?: string
}

/** A second call for the addresses, for providers whose profile has none. */
export interface EmailList {
  /** Appended to the address of the profile call. */
  path: string
  /** Path of the list in the response; empty if the response itself is the list. */
  list: string
  email: string
  primary: string
  verified: string
}

/** The built-in configuration of a provider. Only client id and secret are left to set. */
export interface Preset {
  title: string
  /**
   * `oidc` is discovered from its issuer and returns an ID token. `oauth2` has fixed endpoints and a profile
   * call.
   */
  protocol: 'oidc' | 'oauth2'
  /** OIDC: omitted if it must be configured. OAuth2: the issuer that the provider sends in `iss`, if any. */
  issuer?: string
  /** Other names of the issuer in ID tokens. */
  issuerAliases?: string[]
  /** Hosts of the provider's endpoints besides its issuer's own. */
  hosts?: string[]
  authorizationUrl?: string
  tokenUrl?: string
  userinfoUrl?: string
  userinfoHeaders?: Record<string, string>
  emails?: EmailList
  scopes: string[]
  scopeSeparator?: ',' | ' '
  profile?: Partial<ProfileMap>
  authorizationParams?: Record<string, string>
  clientAuth?: 'basic' | 'post'
  /** The provider omits the nonce from its ID tokens. */
  skipNonce?: boolean
  /** The client secret is a JWT, created from team id, key id and private key. */
  signedSecret?: { audience: string }
}

const OIDC_SCOPES = ['openid', 'email', 'profile']
const oidc = (title: string, more: Partial<Preset> = {}): Preset => ({
  title,
  protocol: 'oidc',
  scopes: OIDC_SCOPES,
  ...more,
})
const oauth2 = (
  title: string,
  [authorizationUrl, tokenUrl, userinfoUrl]: [string, string, string],
  scopes: string[],
  profile: ProfileMap,
  more: Partial<Preset> = {},
): Preset => ({
  title,
  protocol: 'oauth2',
  authorizationUrl,
  tokenUrl,
  userinfoUrl,
  scopes,
  profile,
  ...more,
})

/**
 * The providers that clients of this protocol know by name, taken from the providers' own documentation.
 * Names and scopes are those of supabase/auth. An address counts as verified only if the provider says so.
 */
export const presets: Record<string, Preset> = {
  apple: oidc('Apple', {
    issuer: 'https://appleid.apple.com',
    issuerAliases: ['https://account.apple.com'],
    scopes: ['openid', 'email', 'name'],
    // If name or address is requested, Apple responds with a form that the browser posts.
    authorizationParams: { response_mode: 'form_post' },
    clientAuth: 'post',
    signedSecret: { audience: 'https://appleid.apple.com' },
  }),
  azure: oidc('Microsoft', { profile: { emailVerified: 'xms_edov' } }),
  bitbucket: oauth2(
    'Bitbucket',
    [
      'https://bitbucket.org/site/oauth2/authorize',
      'https://bitbucket.org/site/oauth2/access_token',
      'https://api.bitbucket.org/2.0/user',
    ],
    ['account', 'email'],
    { sub: 'uuid', name: 'display_name', userName: 'username', picture: 'links.avatar.href' },
    {
      emails: {
        path: '/emails',
        list: 'values',
        email: 'email',
        primary: 'is_primary',
        verified: 'is_confirmed',
      },
    },
  ),
  discord: oauth2(
    'Discord',
    [
      'https://discord.com/oauth2/authorize',
      'https://discord.com/api/oauth2/token',
      'https://discord.com/api/users/@me',
    ],
    ['email', 'identify'],
    { sub: 'id', email: 'email', emailVerified: 'verified', name: 'global_name', userName: 'username' },
  ),
  facebook: oauth2(
    'Facebook',
    [
      'https://www.facebook.com/dialog/oauth',
      'https://graph.facebook.com/oauth/access_token',
      'https://graph.facebook.com/me?fields=id,email,name,picture',
    ],
    ['email'],
    { sub: 'id', email: 'email', emailVerified: 'always', name: 'name', picture: 'picture.data.url' },
    { scopeSeparator: ',', clientAuth: 'post' },
  ),
  figma: oauth2(
    'Figma',
    ['https://www.figma.com/oauth', 'https://api.figma.com/v1/oauth/token', 'https://api.figma.com/v1/me'],
    ['current_user:read'],
    { sub: 'id', email: 'email', name: 'handle', picture: 'img_url' },
    { scopeSeparator: ',' },
  ),
  github: oauth2(
    'GitHub',
    [
      'https://github.com/login/oauth/authorize',
      'https://github.com/login/oauth/access_token',
      'https://api.github.com/user',
    ],
    ['user:email'],
    { sub: 'id', name: 'name', userName: 'login', picture: 'avatar_url' },
    {
      issuer: 'https://github.com/login/oauth',
      clientAuth: 'post',
      emails: {
        path: '/emails',
        list: '',
        email: 'email',
        primary: 'primary',
        verified: 'verified',
      },
    },
  ),
  gitlab: oidc('GitLab', { issuer: 'https://gitlab.com', scopes: ['openid', 'email', 'profile'] }),
  google: oidc('Google', {
    issuer: 'https://accounts.google.com',
    issuerAliases: ['accounts.google.com'],
    hosts: ['oauth2.googleapis.com', 'www.googleapis.com', 'openidconnect.googleapis.com'],
  }),
  kakao: oauth2(
    'Kakao',
    [
      'https://kauth.kakao.com/oauth/authorize',
      'https://kauth.kakao.com/oauth/token',
      'https://kapi.kakao.com/v2/user/me',
    ],
    ['account_email', 'profile_image', 'profile_nickname'],
    {
      sub: 'id',
      email: 'kakao_account.email',
      emailVerified: 'kakao_account.is_email_verified',
      name: 'kakao_account.profile.nickname',
      picture: 'kakao_account.profile.profile_image_url',
    },
    { clientAuth: 'post' },
  ),
  keycloak: oidc('Keycloak'),
  linkedin_oidc: oidc('LinkedIn', {
    issuer: 'https://www.linkedin.com/oauth',
    hosts: ['api.linkedin.com'],
    clientAuth: 'post',
    skipNonce: true,
  }),
  notion: oauth2(
    'Notion',
    [
      'https://api.notion.com/v1/oauth/authorize',
      'https://api.notion.com/v1/oauth/token',
      'https://api.notion.com/v1/users/me',
    ],
    [],
    {
      sub: 'bot.owner.user.id',
      email: 'bot.owner.user.person.email',
      name: 'bot.owner.user.name',
      picture: 'bot.owner.user.avatar_url',
    },
    {
      userinfoHeaders: { 'notion-version': '2022-06-28' },
      authorizationParams: { owner: 'user' },
      clientAuth: 'basic',
    },
  ),
  slack_oidc: oidc('Slack', { issuer: 'https://slack.com', clientAuth: 'post' }),
  spotify: oauth2(
    'Spotify',
    [
      'https://accounts.spotify.com/authorize',
      'https://accounts.spotify.com/api/token',
      'https://api.spotify.com/v1/me',
    ],
    ['user-read-email'],
    { sub: 'id', email: 'email', name: 'display_name', picture: 'images.0.url' },
    { clientAuth: 'basic' },
  ),
  twitch: oauth2(
    'Twitch',
    [
      'https://id.twitch.tv/oauth2/authorize',
      'https://id.twitch.tv/oauth2/token',
      'https://api.twitch.tv/helix/users',
    ],
    ['user:read:email'],
    {
      sub: 'data.0.id',
      email: 'data.0.email',
      emailVerified: 'always',
      name: 'data.0.display_name',
      userName: 'data.0.login',
      picture: 'data.0.profile_image_url',
    },
    { userinfoHeaders: { 'client-id': '{client_id}' }, clientAuth: 'post' },
  ),
  x: oauth2(
    'X',
    [
      'https://x.com/i/oauth2/authorize',
      'https://api.x.com/2/oauth2/token',
      'https://api.x.com/2/users/me?user.fields=confirmed_email,profile_image_url',
    ],
    ['users.email', 'tweet.read', 'users.read'],
    {
      sub: 'data.id',
      email: 'data.confirmed_email',
      emailVerified: 'always',
      name: 'data.name',
      userName: 'data.username',
      picture: 'data.profile_image_url',
    },
    { clientAuth: 'basic' },
  ),
  zoom: oauth2(
    'Zoom',
    ['https://zoom.us/oauth/authorize', 'https://zoom.us/oauth/token', 'https://api.zoom.us/v2/users/me'],
    [],
    {
      sub: 'id',
      email: 'email',
      emailVerified: 'verified',
      name: 'display_name',
      picture: 'pic_url',
    },
    { clientAuth: 'basic' },
  ),
}

/**
 * Names that clients know but that cannot be configured, because they use neither OAuth 2 nor OpenID Connect.
 */
export const unreachableNames = ['linkedin', 'slack', 'twitter', 'workos']

/** Whether this names a custom provider, which is configured by its issuer or endpoints. */
export const isCustomName = (name: string): boolean => /^custom:[a-z0-9][a-z0-9_-]{0,49}$/.test(name)

/** Returns the preset of a name; undefined if the name cannot be a provider. */
export function presetOf(name: string, protocol: 'oidc' | 'oauth2' = 'oidc'): Preset | undefined {
  if (Object.hasOwn(presets, name)) return presets[name]
  if (!isCustomName(name)) return undefined
  return { title: name.slice('custom:'.length), protocol, scopes: protocol === 'oidc' ? OIDC_SCOPES : [] }
}
