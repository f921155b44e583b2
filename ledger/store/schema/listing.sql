-- Lists all there is in the database of a ledger, but for what PostgreSQL itself or an extension brought: a row a thing,
-- as `line`. Of a shard of Citus, `part` says which, 'event_102009', and the line has '_#' in the place of its number.
--
-- In braces: the schema of the ledger, its shards at this server, and who may set which parameter (from version 15 on).
-- Functions are named with their schema, and every operator stands between two values of its own types: a function or
-- an operator that somebody planted fits no better, whatever the search path (PostgreSQL manual, "Operators").
WITH RECURSIVE own AS (
    SELECT pg_namespace.oid AS schema, nspname::text AS named, (
        SELECT relowner FROM pg_catalog.pg_class WHERE relnamespace = pg_namespace.oid AND relname = 'event'
    ) AS owner
    FROM pg_catalog.pg_namespace WHERE pg_namespace.oid = '{schema}'::regnamespace::oid
), role (oid, called) AS (
    SELECT 0::oid, 'PUBLIC' UNION ALL
    SELECT oid, CASE WHEN oid = owner THEN '<owner>' WHEN oid = 10::oid THEN '<superuser>'
        WHEN rolname::text ~ '^[A-Za-z0-9_@$-]+$'::text AND rolname::text <> 'PUBLIC'::text THEN rolname::text
        ELSE pg_catalog.concat('"', pg_catalog.replace(rolname::text, '"', '""'), '"') END
    FROM pg_catalog.pg_roles, own
), foreign_part (class, oid) AS (
    SELECT classid, objid FROM pg_catalog.pg_depend WHERE deptype = 'e' AND refobjid >= 16384::oid
), place (oid, called) AS (
    SELECT pg_namespace.oid,
        CASE WHEN pg_namespace.oid = schema THEN '' ELSE pg_catalog.concat(pg_catalog.quote_ident(nspname::text), '.') END
    FROM pg_catalog.pg_namespace, own
    WHERE nspname::text <> 'pg_toast'::text AND nspname::text !~ '^pg_(toast_)?temp_[0-9]+$'::text
), parts (relation, shard, of_table) AS ({parts}
), relation AS (
    SELECT pg_class.oid, relkind, relowner, relacl, pg_catalog.concat(of_table, '_' || shard::text) AS part,
        coalesce('_' || shard::text, '') AS ending,
        pg_catalog.concat(called, CASE WHEN shard IS NULL THEN pg_catalog.quote_ident(relname::text)
            ELSE pg_catalog.concat(of_table, '_#') END) AS called,
        pg_catalog.concat_ws(' ', CASE relpersistence WHEN 'u' THEN 'unlogged' END,
            CASE WHEN relrowsecurity OR relforcerowsecurity THEN 'with row level security' END,
            CASE WHEN relispartition THEN 'a partition' END, reloptions::text) AS more
    FROM pg_catalog.pg_class JOIN place ON place.oid = relnamespace LEFT JOIN parts ON relation = pg_class.oid
    WHERE pg_class.oid >= 16384::oid AND relpersistence <> 't' AND relkind <> 'c' AND NOT EXISTS (
        SELECT FROM foreign_part WHERE class = 'pg_catalog.pg_class'::regclass::oid AND foreign_part.oid = pg_class.oid)
), function AS (
    SELECT pg_proc.oid, proowner, proacl, pg_catalog.concat(place.called, pg_catalog.quote_ident(proname::text), '(',
            pg_catalog.pg_get_function_identity_arguments(pg_proc.oid), ')') AS called,
        CASE WHEN prokind <> 'a' THEN pg_catalog.pg_get_functiondef(pg_proc.oid) ELSE '' END AS definition
    FROM pg_catalog.pg_proc JOIN place ON place.oid = pronamespace
    WHERE pg_proc.oid >= 16384::oid AND NOT EXISTS (
        SELECT FROM foreign_part WHERE class = 'pg_catalog.pg_proc'::regclass::oid AND foreign_part.oid = pg_proc.oid)
), acl (called, part, acl, class, oid, place) AS (
    SELECT called, part, coalesce(relacl,
        pg_catalog.acldefault(CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", relowner)), NULL::oid, NULL::oid, NULL::int4
    FROM relation WHERE relkind <> 'i'
    UNION ALL SELECT pg_catalog.concat(called, '.', pg_catalog.quote_ident(attname::text)), part, attacl, NULL, NULL, NULL
    FROM relation JOIN pg_catalog.pg_attribute ON attrelid = relation.oid
    UNION ALL SELECT called, '', coalesce(proacl, pg_catalog.acldefault('f'::"char", proowner)), NULL, NULL, NULL
    FROM function
    UNION ALL SELECT CASE WHEN pg_namespace.oid = schema THEN '<schema>'
            ELSE pg_catalog.concat('schema ', pg_catalog.quote_ident(nspname::text)) END,
        '', coalesce(nspacl, pg_catalog.acldefault('n'::"char", nspowner)),
        CASE WHEN pg_namespace.oid <> schema THEN pg_namespace.tableoid END, pg_namespace.oid, 0
    FROM pg_catalog.pg_namespace, own
    UNION ALL SELECT '<database>', '', coalesce(datacl, pg_catalog.acldefault('d'::"char", datdba)), NULL, NULL, NULL
    FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database()
    UNION ALL SELECT oid::regclass::text, '', relacl, tableoid, oid, 0 FROM pg_catalog.pg_class
    WHERE oid < 16384::oid AND relnamespace <> 'information_schema'::regnamespace::oid
    UNION ALL SELECT pg_catalog.concat(attrelid::regclass::text, '.', attname), '', attacl,
        'pg_catalog.pg_class'::regclass::oid, attrelid, attnum::int4
    FROM pg_catalog.pg_attribute WHERE attrelid < 16384::oid AND attacl IS NOT NULL
    UNION ALL SELECT oid::regprocedure::text, '', proacl, tableoid, oid, 0 FROM pg_catalog.pg_proc WHERE oid < 16384::oid
    UNION ALL SELECT pg_catalog.concat('large object ', oid), '', lomacl, tableoid, oid, 0
    FROM pg_catalog.pg_largeobject_metadata {parameters}
), granted (called, part, grantee, what, may_grant) AS (
    SELECT acl.called, part, grantee,
        pg_catalog.string_agg(privilege_type, ', ' ORDER BY privilege_type),
        CASE WHEN is_grantable THEN ' with grant option' END
    FROM acl, pg_catalog.aclexplode(acl) JOIN role ON role.oid = grantee
    WHERE NOT EXISTS (  -- as PostgreSQL was made: of what is not ours
        SELECT FROM pg_catalog.pg_init_privs, pg_catalog.aclexplode(initprivs) AS first
        WHERE classoid = class AND objoid = acl.oid AND objsubid = place AND first.grantee = aclexplode.grantee
            AND first.privilege_type = aclexplode.privilege_type
    ) AND (class IS NULL OR grantee <> 10::oid) AND (role.called <> '<owner>' OR privilege_type <> 'MAINTAIN')
    GROUP BY 1, 2, 3, 5
), acting (oid) AS (
    SELECT owner FROM own UNION SELECT grantee FROM granted UNION SELECT relowner FROM relation
    UNION SELECT proowner FROM function
    UNION SELECT datdba FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database()
    UNION SELECT oid FROM pg_catalog.pg_roles WHERE oid < 16384::oid
    UNION SELECT member FROM pg_catalog.pg_auth_members JOIN acting ON roleid = acting.oid
), thing (class, oid) AS (
    SELECT classid, objid FROM pg_catalog.pg_depend WHERE objid >= 16384::oid AND classid <> ALL (ARRAY[
        'pg_catalog.pg_class'::regclass::oid, 'pg_catalog.pg_attrdef'::regclass::oid,
        'pg_catalog.pg_constraint'::regclass::oid, 'pg_catalog.pg_trigger'::regclass::oid,
        'pg_catalog.pg_rewrite'::regclass::oid, 'pg_catalog.pg_proc'::regclass::oid,
        'pg_catalog.pg_amop'::regclass::oid, 'pg_catalog.pg_amproc'::regclass::oid])
    UNION SELECT tableoid, oid FROM pg_catalog.pg_extension
    UNION SELECT tableoid, oid FROM pg_catalog.pg_event_trigger
    UNION SELECT tableoid, oid FROM pg_catalog.pg_publication
    UNION SELECT 'pg_catalog.pg_subscription'::regclass::oid, oid FROM pg_catalog.pg_subscription WHERE subdbid = (
        SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())
    UNION SELECT tableoid, oid FROM pg_catalog.pg_cast
    UNION SELECT tableoid, oid FROM pg_catalog.pg_language
    UNION SELECT tableoid, oid FROM pg_catalog.pg_default_acl
    UNION SELECT tableoid, oid FROM pg_catalog.pg_foreign_data_wrapper
    UNION SELECT tableoid, oid FROM pg_catalog.pg_foreign_server
), line (part, ending, line) AS (
    SELECT '', '', pg_catalog.concat('granted ', pg_catalog.obj_description(oid, 'pg_class'))
    FROM relation WHERE called = 'event'
    UNION ALL SELECT '', '', pg_catalog.concat('database of ', called)
    FROM pg_catalog.pg_database JOIN role ON role.oid = datdba WHERE datname = pg_catalog.current_database()
    UNION ALL SELECT '', '', pg_catalog.concat('schema ', CASE WHEN pg_namespace.oid = schema THEN '<schema>'
        ELSE pg_catalog.quote_ident(nspname::text) END, ' of ', role.called)
    FROM own, pg_catalog.pg_namespace JOIN place ON place.oid = pg_namespace.oid JOIN role ON role.oid = nspowner
    WHERE (pg_namespace.oid = schema OR pg_namespace.oid >= 16384::oid) AND NOT EXISTS (
        SELECT FROM foreign_part
        WHERE class = 'pg_catalog.pg_namespace'::regclass::oid AND foreign_part.oid = pg_namespace.oid)
    UNION ALL SELECT part, ending, pg_catalog.concat_ws(' ', CASE relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view'
        WHEN 'm' THEN 'materialized-view' WHEN 'p' THEN 'partitioned-table' WHEN 'f' THEN 'foreign-table'
        WHEN 'S' THEN 'sequence' ELSE 'relation' END, relation.called, 'of', role.called, NULLIF(more, ''))
    FROM relation JOIN role ON role.oid = relowner WHERE relkind <> 'i' AND relkind <> 'I'
    UNION ALL SELECT part, ending, pg_catalog.concat_ws(' ', 'index',
        pg_catalog.pg_get_indexdef(indexrelid), CASE WHEN NOT indisvalid THEN 'not valid' END)
    FROM relation JOIN pg_catalog.pg_index ON indrelid = relation.oid
    UNION ALL SELECT part, ending, pg_catalog.concat_ws(' ', 'column',
        pg_catalog.concat(called, '.', pg_catalog.quote_ident(attname::text)),
        pg_catalog.format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'not null' END,
        CASE WHEN attcollation <> typcollation THEN attcollation::regcollation::text END,
        CASE WHEN attgenerated <> '' THEN 'generated' WHEN attidentity <> '' THEN 'identity' END,
        'default ' || pg_catalog.pg_get_expr(adbin, adrelid))
    FROM relation JOIN pg_catalog.pg_attribute ON attrelid = relation.oid JOIN pg_catalog.pg_type ON pg_type.oid = atttypid
        LEFT JOIN pg_catalog.pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relkind = ANY (ARRAY['r', 'p', 'f']::"char"[]) AND attnum > 0::int2 AND NOT attisdropped
    UNION ALL SELECT part, ending, pg_catalog.concat_ws(' ', 'constraint', called,
        pg_catalog.quote_ident(conname::text), pg_catalog.pg_get_constraintdef(pg_constraint.oid))
    FROM relation JOIN pg_catalog.pg_constraint ON conrelid = relation.oid WHERE contype <> 'n' AND contype <> 't'
    UNION ALL SELECT part, ending, pg_catalog.concat_ws(' ', 'trigger', pg_catalog.pg_get_triggerdef(pg_trigger.oid),
        'enabled', tgenabled::text)
    FROM relation JOIN pg_catalog.pg_trigger ON tgrelid = relation.oid WHERE NOT tgisinternal
    UNION ALL SELECT part, ending, pg_catalog.concat_ws(' ', 'rule', called,
        pg_catalog.replace(pg_catalog.regexp_replace(pg_catalog.pg_get_ruledef(pg_rewrite.oid), '\s+', ' ', 'g'),
            'event.', ''), 'enabled', ev_enabled::text)
    FROM relation JOIN pg_catalog.pg_rewrite ON ev_class = relation.oid
    UNION ALL SELECT child.part, child.ending, pg_catalog.concat_ws(' ', 'child', child.called, 'of', parent.called)
    FROM pg_catalog.pg_inherits JOIN relation AS child ON child.oid = inhrelid
        JOIN relation AS parent ON parent.oid = inhparent
    UNION ALL SELECT '', '', pg_catalog.concat_ws(' ', 'function', function.called, 'of', role.called,
        pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.replace(definition,
            pg_catalog.concat(pg_catalog.quote_ident(named), '.'), '<schema>.'), 'UTF8')), 'hex'))
    FROM own, function JOIN role ON role.oid = proowner
    UNION ALL SELECT part, '', pg_catalog.concat('grant ', what, ' on ', granted.called, ' to ', role.called, may_grant)
    FROM granted JOIN role ON role.oid = grantee
    UNION ALL SELECT '', '', pg_catalog.concat('member ', member.called, ' of ', held.called,
        CASE WHEN admin_option THEN ' with admin option' END)
    FROM pg_catalog.pg_auth_members JOIN acting ON acting.oid = roleid
        JOIN role AS member ON member.oid = pg_auth_members.member JOIN role AS held ON held.oid = roleid
    WHERE member.called <> ALL (ARRAY['<owner>', '<superuser>'])
        AND (pg_auth_members.member >= 16384::oid OR roleid >= 16384::oid OR held.called = '<owner>')
    UNION ALL SELECT '', '', pg_catalog.concat_ws(' ', 'role', called, CASE WHEN rolsuper THEN 'superuser' END,
        CASE WHEN rolreplication THEN 'replication' END, CASE WHEN rolbypassrls THEN 'bypassrls' END,
        CASE WHEN rolcreaterole THEN 'createrole' END)
    FROM pg_catalog.pg_roles JOIN role ON role.oid = pg_roles.oid
    WHERE called <> ALL (ARRAY['<owner>', '<superuser>']) AND (rolsuper OR rolreplication OR rolbypassrls OR rolcreaterole)
    UNION ALL SELECT '', '', pg_catalog.concat('setting ', setting, ' of ',
        CASE setrole WHEN 0::oid THEN 'everybody' ELSE called END, CASE setdatabase WHEN 0::oid THEN ' everywhere' END)
    FROM pg_catalog.pg_db_role_setting JOIN role ON role.oid = setrole, pg_catalog.unnest(setconfig) AS setting
    WHERE (setdatabase = 0::oid OR setdatabase = (
        SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database()
    )) AND (setrole = 0::oid OR setrole = ANY (SELECT oid FROM acting))
    UNION ALL SELECT '', '', pg_catalog.concat('other ', type, ' ', identity)
    FROM thing, pg_catalog.pg_identify_object(class, oid, 0)
    WHERE oid >= 16384::oid AND type IS NOT NULL
        AND (schema IS NULL OR NOT pg_catalog.starts_with(schema, 'pg_temp'))
        AND NOT EXISTS (SELECT FROM foreign_part WHERE foreign_part = thing)
        AND NOT EXISTS (
            SELECT FROM pg_catalog.pg_type LEFT JOIN pg_catalog.pg_type AS element ON element.typarray = pg_type.oid
                LEFT JOIN pg_catalog.pg_class ON pg_class.oid = pg_type.typrelid
            WHERE class = 'pg_catalog.pg_type'::regclass::oid AND pg_type.oid = thing.oid
                AND (pg_type.typrelid <> 0::oid AND relkind IS DISTINCT FROM 'c' OR element.oid IS NOT NULL))
)
SELECT part, CASE ending WHEN '' THEN line ELSE pg_catalog.replace(line, ending, '_#') END AS line
FROM (SELECT part, ending, CASE WHEN pg_catalog.starts_with(line, 'function ') THEN line ELSE pg_catalog.replace(line,
    pg_catalog.concat(pg_catalog.quote_ident(named), '.'), '') END FROM line, own) AS listed (part, ending, line)
