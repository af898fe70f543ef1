import { accessTests } from '#testing/access-matrix.ts'
import { tenants, world } from '#testing/access/world.ts'

const allRoles = ['anon', 'authenticated', 'end_user', 'service_role'] as const

/** Tenant columns that visitors can read. */
const card = [
  'id',
  'name',
  'public_key',
  'theme',
  'auth_provider',
  'auth0_domain',
  'auth0_client_id',
  'stripe_mode',
]

/** Columns that the creator can read: everything but the sealed secret. */
const own = [
  ...card,
  'description',
  'audit_days',
  'owner_user_id',
  'allowed_origins',
  'status',
  'stripe_status',
  'stripe_account_id',
  'stripe_account_id_test',
  'stripe_account_id_live',
  'auth_status',
  'auth0_client_secret_set',
  'subscription_status',
  'subscription_tier',
  'access_expires_at',
  'day_pass_expires_at',
  'staff_two_step',
  'created_at',
  'updated_at',
]

/** Columns a creator may write, each with a valid value. */
const changes = {
  name: 'Renamed',
  description: 'What we bake on Saturdays',
  audit_days: 30,
  theme: { variant: 'retro' },
  allowed_origins: ['https://new.example', 'http://localhost:8080'],
  status: 'active',
  stripe_status: 'connected',
  updated_at: '2026-02-02T00:00:00Z',
}

const { audit_days, ...settings } = changes
const { name, description, theme, updated_at } = changes
/** Those of them that an editor may write. */
const content = { name, description, theme, updated_at }

const asks: { eq: Record<string, string>; rows: string[] }[] = [
  { eq: { public_key: world.keyA }, rows: ['tenant A'] },
  { eq: { public_key: world.keyB }, rows: ['tenant B'] },
  { eq: { public_key: 'pk_%' }, rows: [] },
  { eq: { public_key: world.keyA.toLowerCase() }, rows: [] },
  { eq: { public_key: '' }, rows: [] },
  { eq: { id: world.tenantA }, rows: [] },
  { eq: { owner_user_id: world.creatorA }, rows: [] },
]

const noAccount = `update public.tenants set stripe_status = 'not_connected', stripe_account_id_test = null,
  stripe_account_id_live = null where id = '${world.tenantA}'`
const ofA = `where id = '${world.tenantA}'`

accessTests({
  unit: 'kernel/db',
  schemas: {
    public: [...allRoles],
    app: [...allRoles],
    auth: [...allRoles],
    pgboss: ['service_role'],
  },
  functions: {
    'auth.jwt()': [...allRoles],
    'auth.uid()': [...allRoles],
    'auth.role()': [...allRoles],
    'auth.email()': [...allRoles],
    'app.tenant_id()': [...allRoles],
    'app.pool_id()': [...allRoles],
    'app.asked(text)': [...allRoles],
    'app.uuidv7()': [...allRoles],
    'app.random_text(integer)': [...allRoles],
    'app.valid_origins(text[])': [...allRoles],
    'app.valid_theme(jsonb)': [...allRoles],
    'app.valid_name(text,integer)': [...allRoles],
    'app.owned_tenants()': ['authenticated'],
    'app.tenants_with(text)': ['authenticated'],
    'app.tenants_with_plan(text,text)': ['authenticated'],
    'app.staff_roles_with(text)': ['authenticated', 'service_role'],
    'app.user_may(uuid,uuid,text)': ['service_role'],
    'app.check_settings_right()': [],
    'app.staff_account_deleted()': [],
    'app.protect(regclass)': [],
    'app.touch_updated_at()': [],
    'app.settle_tenant_requests()': [],
    'app.notify_tenant_changed()': [],
  },
  tables: [
    {
      table: 'public.tenants',
      key: ['id'],
      shape: ['S3-001'],
      columns: [...own, 'auth0_client_secret', 'measuring'],
      computed: ['stripe_account_id', 'auth0_client_secret_set'],
      rows: tenants,
      spare: { ...tenants['tenant A'], id: world.noTenant, public_key: 'pk_CCCCCCCCCCCCCCCCCCCCCCCC' },
      rights: {
        anon: {
          cites: ['A01', 'A02', 'A03'],
          select: { columns: card, rows: [], asking: asks },
        },
        'visitor of A': {
          cites: ['A01', 'A02', 'A03'],
          select: {
            columns: card,
            rows: ['tenant A'],
            asking: [
              { eq: { public_key: 'pk_%' }, rows: ['tenant A'] },
              { eq: { public_key: world.keyB }, rows: ['tenant A', 'tenant B'] },
              { eq: { id: world.tenantB }, rows: ['tenant A'] },
            ],
          },
        },
        'end user of A': { select: { columns: card, rows: ['tenant A'] } },
        'other end user of A': { select: { columns: card, rows: ['tenant A'] } },
        'new end user of A': { select: { columns: card, rows: ['tenant A'] } },
        'end user of B': { select: { columns: card, rows: ['tenant B'] } },
        'end user of B with the id of creator A': { select: { columns: card, rows: ['tenant B'] } },
        'creator A': {
          cites: ['A07', 'A10'],
          select: {
            columns: own,
            rows: ['tenant A'],
            asking: [{ eq: { public_key: world.keyB }, rows: ['tenant A'] }],
          },
          update: { to: changes, rows: ['tenant A'] },
        },
        'creator B': {
          cites: ['A11'],
          select: { columns: own, rows: ['tenant B'] },
          update: { to: changes, rows: ['tenant B'] },
        },
        'new creator': { select: { columns: own, rows: [] }, update: { to: changes, rows: [] } },
        'creator with the id of an end user of A': {
          select: { columns: own, rows: [] },
          update: { to: changes, rows: [] },
        },
        'admin of A': {
          select: { columns: own, rows: ['tenant A'] },
          update: { to: settings, rows: ['tenant A'] },
        },
        // The status stays as it is; to change it is tried below.
        'editor of A': {
          select: { columns: own, rows: ['tenant A'] },
          update: { to: { ...content, status: 'active', stripe_status: 'connected' }, rows: ['tenant A'] },
        },
        'support of A': { select: { columns: own, rows: ['tenant A'] }, update: { to: changes, rows: [] } },
      },
      attempts: [
        {
          as: 'admin of A',
          does: 'cannot change how long the audit log is kept',
          sql: `update public.tenants set audit_days = ${audit_days}`,
          outcome: 'denied',
        },
        {
          as: 'admin of A',
          does: 'cannot say that payments are connected, which is the owner’s',
          given: `update public.tenants set stripe_status = 'not_connected' ${ofA}`,
          sql: `update public.tenants set stripe_status = 'connected' ${ofA}`,
          outcome: 'denied',
        },
        {
          as: 'editor of A',
          does: 'cannot change the status',
          sql: `update public.tenants set status = 'expired'`,
          outcome: 'denied',
        },
        {
          as: 'admin of A',
          does: 'sees nothing without a second factor that the tenant requires',
          given: `update public.tenants set staff_two_step = true ${ofA}`,
          sql: 'select id as key from public.tenants',
          outcome: { sees: [] },
        },
        {
          as: 'creator A',
          does: 'sees it without the second factor that staff need',
          given: `update public.tenants set staff_two_step = true ${ofA}`,
          sql: 'select id as key from public.tenants',
          outcome: { sees: ['tenant A'] },
        },
        {
          as: 'admin of A',
          does: 'sees nothing from the moment of their removal',
          given: 'delete from public.tenant_staff',
          sql: 'select id as key from public.tenants',
          outcome: { sees: [] },
        },
        {
          as: 'creator A',
          cites: ['A08', 'S7-013'],
          does: 'sets connected without an account: not stored',
          given: noAccount,
          sql: `update public.tenants set stripe_status = 'connected' ${ofA}`,
          outcome: { touches: ['tenant A'], becomes: { 'tenant A': { stripe_status: 'not_connected' } } },
        },
        {
          as: 'creator A',
          cites: ['A08', 'S7-013'],
          does: 'sets connected with an account: stored',
          given: `update public.tenants set stripe_status = 'not_connected' ${ofA}`,
          sql: `update public.tenants set stripe_status = 'connected' ${ofA}`,
          outcome: { touches: ['tenant A'], becomes: { 'tenant A': { stripe_status: 'connected' } } },
        },
        {
          as: 'creator A',
          does: 'sets not connected: only the server disconnects',
          sql: `update public.tenants set stripe_status = 'not_connected' ${ofA}`,
          outcome: { touches: ['tenant A'], becomes: { 'tenant A': { stripe_status: 'connected' } } },
        },
        {
          as: 'service',
          does: 'cannot store connected without an account either',
          given: noAccount,
          sql: `update public.tenants set stripe_status = 'connected' ${ofA}`,
          outcome: { touches: ['tenant A'], becomes: { 'tenant A': { stripe_status: 'not_connected' } } },
        },
        {
          as: 'creator A',
          cites: ['A09', 'S7-014'],
          does: 'sets expired while the day pass is valid: no effect',
          sql: `update public.tenants set status = 'expired', updated_at = now() ${ofA}`,
          outcome: { touches: ['tenant A'], becomes: { 'tenant A': { status: 'active' } } },
        },
        {
          as: 'creator A',
          cites: ['A09', 'S7-014'],
          does: 'sets expired after the day pass has ended: stored',
          given: `update public.tenants set access_expires_at = now() - interval '1 second' ${ofA}`,
          sql: `update public.tenants set status = 'expired', updated_at = now() ${ofA}`,
          outcome: { touches: ['tenant A'], becomes: { 'tenant A': { status: 'expired' } } },
        },
        {
          as: 'creator A',
          cites: ['A09'],
          does: 'sets expired again: same result',
          given: `update public.tenants set access_expires_at = now() - interval '1 day', status = 'expired' ${ofA}`,
          sql: `update public.tenants set status = 'expired' ${ofA}`,
          outcome: { touches: ['tenant A'], becomes: { 'tenant A': { status: 'expired' } } },
        },
        {
          as: 'creator A',
          cites: ['A09'],
          does: 'sets expired without ever having had a pass: no effect',
          given: `update public.tenants set subscription_tier = null, access_expires_at = null ${ofA}`,
          sql: `update public.tenants set status = 'expired' ${ofA}`,
          outcome: { touches: ['tenant A'], becomes: { 'tenant A': { status: 'active' } } },
        },
        {
          as: 'creator A',
          does: 'sets active after expiry: only the server reactivates',
          given: `update public.tenants set access_expires_at = now() - interval '1 day', status = 'expired' ${ofA}`,
          sql: `update public.tenants set status = 'active' ${ofA}`,
          outcome: { touches: ['tenant A'], becomes: { 'tenant A': { status: 'expired' } } },
        },
        {
          as: 'creator A',
          cites: ['S7-012'],
          does: 'stores no invalid theme',
          sql: `update public.tenants set theme = '{"variant": "neon"}' ${ofA}`,
          outcome: { fails: '23514' },
        },
        {
          as: 'creator A',
          does: 'stores a custom theme',
          sql: `update public.tenants set theme = '{"variant": "zen", "mode": "auto", "accent": "#ffeb3b", "radius": 24,
            "font": "serif", "light": {"surface": "#ffffff"}, "dark": {"accent": "#000000", "text": "#eeeeee", "line": "#333333"}}' ${ofA}`,
          outcome: { touches: ['tenant A'] },
        },
        ...[
          '"css": "body{}"',
          '"mode": "sepia"',
          '"mode": null',
          '"accent": "red"',
          '"accent": "#ffffff;}*{}"',
          String.raw`"accent": "#ffffff\n"`,
          '"accent": ["#ffffff"]',
          '"radius": 25',
          '"radius": "8"',
          '"radius": 1.5',
          '"radius": -1',
          '"radius": {}',
          '"font": "Comic Sans"',
          '"font": 7',
          '"light": "#ffffff"',
          '"light": []',
          '"light": {"accent": "url(//evil.example)"}',
          '"light": {"accent": 7}',
          '"dark": {"background": "#ffffff"}',
          '"dark": {"text": null}',
          '"dark": {"text": {"a": "#ffffff"}}',
        ].map((more) => ({
          as: 'creator A' as const,
          cites: ['K03'],
          does: `stores no theme with ${more}`,
          sql: `update public.tenants set theme = '{"variant": "zen", ${more}}' ${ofA}`,
          outcome: { fails: '23514' },
        })),
        {
          as: 'creator A',
          does: 'stores no theme without a variant',
          sql: `update public.tenants set theme = '{"accent": "#ffffff"}' ${ofA}`,
          outcome: { fails: '23514' },
        },
        {
          as: 'creator A',
          does: 'lists no site with a path',
          sql: `update public.tenants set allowed_origins = array['https://a.example/path'] ${ofA}`,
          outcome: { fails: '23514' },
        },
        ...[
          "array['https://*']",
          "array['https://a.example;script-src *']",
          "array['https://a.example' || chr(10)]",
          'array[null]::text[]',
          "array[array['https://a.example']]",
          "array_fill('https://a.example'::text, array[51])",
        ].map((origins) => ({
          as: 'creator A' as const,
          does: `lists no sites like ${origins}`,
          sql: `update public.tenants set allowed_origins = ${origins} ${ofA}`,
          outcome: { fails: '23514' },
        })),
        {
          as: 'creator B',
          cites: ['A11'],
          does: "changes A's tenant by its id: nothing happens",
          sql: `update public.tenants set name = 'Taken' ${ofA}`,
          outcome: { touches: [] },
        },
        {
          as: 'creator B',
          cites: ['A11'],
          does: "deletes A's tenant by its id: refused",
          sql: `delete from public.tenants ${ofA}`,
          outcome: 'denied',
        },
        {
          as: 'creator B',
          does: 'filters by a column that is never readable: refused',
          sql: `select id from public.tenants where auth0_client_secret like 'canary%'`,
          outcome: 'denied',
        },
      ],
    },
  ],
})
